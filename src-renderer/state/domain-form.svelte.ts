/** The domain form of one connection and what main knows of it. The form is one name. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { DnsCheck } from '@shared/dns';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import type { DomainRegistration, Domains } from '@shared/sending';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { z } from 'zod';
import { bridge, onEvent } from '../bridge';
import { report } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';
import { connections } from './connections.svelte';
import { ReviewedForm } from './reviewed-form.svelte';

/** A name that was checked and may be sent once. */
export type DomainReview = z.output<FoyerCalls['domains']['review']['output']>;

export class DomainForm extends ReviewedForm<
  Domains,
  string,
  DomainReview,
  DomainRegistration,
  'name'
> {
  readonly #checking = new SvelteSet<string>();
  readonly #checkProblems = new SvelteMap<string, Problem>();

  constructor(connectionId: string) {
    // It may be removed by the time that it is said.
    const label = connections.byId(connectionId)?.label ?? '';
    super(connectionId, ['name'], {
      onChanged: (take) => onEvent('domains.changed', take),
      state: () => bridge.domains.state({ connectionId }),
      saveDraft: (name) => bridge.domains.saveDraft({ connectionId, name }),
      review: (name) => bridge.domains.review({ connectionId, name }),
      send: (reviewId) => bridge.domains.create({ reviewId }),
      unsent: ({ unicode }) => m.domains_unsent({ name: unicode, label }),
    });
  }

  /** The registration that is on show, if one was sent or chosen since the screen opened. */
  readonly shown: DomainRegistration | null = $derived(
    this.snapshot?.registrations.find(({ activityId }) => activityId === this.shownId) ?? null,
  );

  /** Whether what is being sent has not left. */
  readonly isInLine: boolean = $derived(
    this.isSending && this.snapshot?.registrations[0]?.isInLine === true,
  );

  /** Changes the name; what was said of the old one is no longer said. */
  edit(name: string): void {
    if (name === this.draft) return;
    this.failure = null;
    this.serviceErrors = {};
    this.replaceDraft(name);
  }

  /** Whether the DNS is being asked for the name. */
  isChecking(name: string): boolean {
    return this.#checking.has(name);
  }

  /** Why the last check of the name was refused. */
  checkProblem(name: string): Problem | undefined {
    return this.#checkProblems.get(name);
  }

  /** Asks the DNS; resolves with what it said, which comes as an event too. */
  async checkDns(name: string): Promise<DnsCheck | null> {
    if (this.#checking.has(name)) return null;
    this.#checking.add(name);
    this.#checkProblems.delete(name);
    try {
      const { connectionId } = this;
      return await bridge.domains.checkDns({ connectionId, name });
    } catch (error) {
      this.#checkProblems.set(name, problemOf(error));
      return null;
    } finally {
      this.#checking.delete(name);
    }
  }

  /** One that is on its way is on show where none was chosen, and stays there as it ends. */
  protected override take(snapshot: Domains): void {
    super.take(snapshot);
    if (this.shown) return;
    const underWay = this.snapshot?.registrations.find(({ outcome }) => outcome === null);
    if (underWay) this.shownId = underWay.activityId;
  }

  setNote(name: string, note: string): void {
    const { connectionId } = this;
    bridge.domains.setNote({ connectionId, name, note }).catch(report);
  }
}
