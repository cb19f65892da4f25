/**
 * The domain form of one connection and what main knows of it. The name is the window's own: what
 * main has of it is only read at the start, so that no event writes over what is being typed.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { DnsCheck } from '@shared/dns';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { fieldProblem } from '@shared/problem-text';
import type { DomainRegistration, Domains } from '@shared/sending';
import type { z } from 'zod';
import { bridge, onEvent } from '../bridge';
import { report } from './report';
import { problemOf } from './report.svelte';

/** A name that was checked and may be sent once. */
export type DomainReview = z.output<FoyerCalls['domains']['review']['output']>;

/** How long typing rests before it is saved, milliseconds. */
const rest = 400;

export class DomainForm {
  readonly connectionId: string;
  #snapshot = $state.raw<Domains | null>(null);
  #name = $state<string | null>(null);
  #review = $state.raw<DomainReview | null>(null);
  #problem = $state.raw<Problem | null>(null);
  /** What the service says of the name, until it is edited. */
  #serviceError = $state.raw<string | undefined>(undefined);
  #shownId = $state.raw<string | null>(null);
  #isReviewing = $state(false);
  #isSending = $state(false);
  /** The name that is being looked up. */
  #checking = $state<string | null>(null);
  #checkProblem = $state.raw<{ name: string; problem: Problem } | null>(null);
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(connectionId: string) {
    this.connectionId = connectionId;
  }

  /** `null` until main has answered. */
  readonly snapshot: Domains | null = $derived(this.#snapshot);
  readonly name: string | null = $derived(this.#name);
  readonly review: DomainReview | null = $derived(this.#review);
  /** What went wrong, apart from the refused name. */
  readonly problem: Problem | null = $derived(
    this.#problem?.code === 'invalidFields' ? null : this.#problem,
  );
  /** Why the name was refused, by Foyer or by the service. */
  readonly nameError: string | undefined = $derived(
    fieldProblem(this.#problem, 'name') ?? this.#serviceError,
  );
  readonly isReviewing: boolean = $derived(this.#isReviewing);
  readonly isSending: boolean = $derived(this.#isSending);
  /** The registration that is on show, if one was sent or chosen since the screen opened. */
  readonly shown: DomainRegistration | null = $derived.by(() => {
    const all = this.#snapshot?.registrations ?? [];
    const underWay = all.find(({ outcome }) => outcome === null);
    return all.find(({ activityId }) => activityId === this.#shownId) ?? underWay ?? null;
  });

  /** Listens first, then takes the snapshot. Returns the end, which saves what is unsaved. */
  start(): () => void {
    const end = onEvent('domains.changed', (domains) => this.#take(domains));
    bridge.domains.state({ connectionId: this.connectionId }).then(
      (domains) => {
        this.#take(domains);
      },
      (error: unknown) => {
        this.#problem = problemOf(error);
      },
    );
    return () => {
      end();
      this.#saveNow();
    };
  }

  /** Changes the name. What was reviewed is no longer what would be sent. */
  edit(name: string): void {
    if (this.#isSending || name === this.#name) return;
    this.#name = name;
    this.#review = null;
    this.#problem = null;
    this.#serviceError = undefined;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#saveNow(), rest);
  }

  /** Asks main to check the name; resolves with whether there is something to read now. */
  async makeReview(): Promise<boolean> {
    const name = this.#name;
    if (name === null || this.#isReviewing || this.#isSending) return false;
    this.#isReviewing = true;
    this.#problem = null;
    this.#serviceError = undefined;
    try {
      const { connectionId } = this;
      const review = await bridge.domains.review({ connectionId, name });
      if (name !== this.#name) return false;
      this.#review = review;
      return true;
    } catch (error) {
      this.#problem = problemOf(error);
      return false;
    } finally {
      this.#isReviewing = false;
    }
  }

  /** Sends what was reviewed, once; resolves with what came of it. */
  async send(): Promise<DomainRegistration | null> {
    const review = this.#review;
    if (!review || this.#isSending) return null;
    this.#isSending = true;
    this.#problem = null;
    try {
      const registration = await bridge.domains.create({ reviewId: review.reviewId });
      this.#review = null;
      this.#shownId = registration.activityId;
      this.#serviceError = serviceErrorOf(registration);
      return registration;
    } catch (error) {
      this.#problem = problemOf(error);
      // A missing token can be put right and the review sent then; else it is used up.
      const isKept = error instanceof ProblemError && error.problem.code === 'tokenMissing';
      if (!isKept) this.#review = null;
      return null;
    } finally {
      this.#isSending = false;
    }
  }

  /** Shows what came of an earlier registration. */
  show(activityId: string): void {
    this.#review = null;
    this.#shownId = activityId;
  }

  /** The name that the DNS is being asked for. */
  readonly checking: string | null = $derived(this.#checking);

  /** Why the last check of the name was refused. */
  checkProblem(name: string): Problem | null {
    return this.#checkProblem?.name === name ? this.#checkProblem.problem : null;
  }

  /** Asks the DNS; resolves with what it said, which comes as an event too. */
  async checkDns(name: string): Promise<DnsCheck | null> {
    if (this.#checking !== null) return null;
    this.#checking = name;
    this.#checkProblem = null;
    try {
      const { connectionId } = this;
      return await bridge.domains.checkDns({ connectionId, name });
    } catch (error) {
      this.#checkProblem = { name, problem: problemOf(error) };
      return null;
    } finally {
      this.#checking = null;
    }
  }

  setNote(name: string, note: string): void {
    const { connectionId } = this;
    bridge.domains.setNote({ connectionId, name, note }).catch(report);
  }

  #take(domains: Domains): void {
    if (domains.connectionId !== this.connectionId) return;
    if (this.#snapshot && domains.revision < this.#snapshot.revision) return;
    this.#snapshot = domains;
    // Main could not read it at the start, and has by now.
    if (this.#problem?.code === 'storageNotRead') this.#problem = null;
    this.#name ??= domains.draft;
  }

  #saveNow(): void {
    if (this.#saving === undefined || this.#name === null) return;
    clearTimeout(this.#saving);
    this.#saving = undefined;
    const { connectionId } = this;
    bridge.domains.saveDraft({ connectionId, name: this.#name }).catch(report);
  }
}

/** Some services name the field that they judged; its sentence belongs there. */
function serviceErrorOf({ outcome }: DomainRegistration): string | undefined {
  if (outcome?.kind !== 'rejected') return undefined;
  const issues = outcome.error?.issues ?? [];
  return issues.find(({ path }) => path?.split('.').at(-1) === 'name')?.message;
}
