/** A connection while it is being entered, and what can be said of it before main is asked. */
import type { Connection, ConnectionInput, TokenPresentation } from '@shared/connection';
import type { FieldReason, Problem } from '@shared/problem';
import { withoutUnseenEnds } from '@shared/sendable-text';
import { addressOf, addressReason, originOf } from './address';

/** The fields of the form, by the names that main uses for them. */
export const formFields = [
  'label',
  'baseAddress',
  'workspaceId',
  'token',
  'header',
  'scheme',
] as const;
export type FormField = (typeof formFields)[number];

/** The form's content. What was typed stays as it was typed; main tidies it and decides. */
export class ConnectionDraft {
  label = $state('');
  baseAddress = $state('');
  workspaceId = $state('');
  token = $state('');
  colour = $state<ConnectionInput['colour']>('petrol');
  preset = $state<ConnectionInput['preset']>('documented');
  presentation = $state<TokenPresentation['kind']>('bearer');
  header = $state('');
  scheme = $state('');
  #reasons = $state.raw<Partial<Record<FormField, FieldReason>>>({});

  /**
   * @param saved the connection that is edited; `undefined` for a new one
   * @param entered what was entered for it before
   */
  constructor(
    readonly saved?: Connection,
    entered: ConnectionInput | undefined = saved,
  ) {
    if (!entered) return;
    this.label = entered.label;
    this.baseAddress = entered.baseAddress;
    this.workspaceId = entered.workspaceId;
    this.colour = entered.colour;
    this.preset = entered.preset;
    this.presentation = entered.presentation.kind;
    if (entered.presentation.kind === 'header') {
      this.header = entered.presentation.header;
      this.scheme = entered.presentation.scheme;
    }
  }

  /** The reason for which each field was refused. */
  get reasons(): Readonly<Partial<Record<FormField, FieldReason>>> {
    return this.#reasons;
  }

  get hasStoredToken(): boolean {
    return this.saved?.tokenState === 'keychain' || this.saved?.tokenState === 'session';
  }

  /** The stored token is bound to another origin than the one that stands here now. */
  get leavesTokenBehind(): boolean {
    const { saved } = this;
    return (
      saved !== undefined &&
      this.hasStoredToken &&
      originOf(this.baseAddress) !== originOf(saved.baseAddress)
    );
  }

  /** The workspace of the connection that is edited is at another address now: its service may have moved. */
  get mayHaveMoved(): boolean {
    const { saved } = this;
    return (
      saved !== undefined &&
      this.#reasonFor('baseAddress') === undefined &&
      addressOf(this.baseAddress) !== addressOf(saved.baseAddress) &&
      withoutUnseenEnds(this.workspaceId) === saved.workspaceId
    );
  }

  /** Main has a token that goes on being used where none is entered. */
  get keepsToken(): boolean {
    return this.hasStoredToken && !this.leavesTokenBehind;
  }

  /** Whether a token has to be entered; main has none that it could use. */
  get needsToken(): boolean {
    if (this.presentation === 'none') return false;
    return !this.saved || this.saved.tokenState === 'notNeeded' || this.leavesTokenBehind;
  }

  get input(): ConnectionInput {
    return {
      label: this.label,
      baseAddress: this.baseAddress,
      workspaceId: this.workspaceId,
      colour: this.colour,
      preset: this.preset,
      presentation:
        this.presentation === 'header'
          ? { kind: 'header', header: this.header, scheme: this.scheme }
          : { kind: this.presentation },
    };
  }

  /** The token as it goes to main: nothing where none was typed or none is presented. */
  get givenToken(): { token?: string } {
    const token = this.presentation === 'none' ? '' : this.token;
    return token === '' ? {} : { token };
  }

  /** What a check of the connection depends on: two that differ are two connections to it. */
  get checked(): string {
    const { label: _label, colour: _colour, ...reached } = this.input;
    return JSON.stringify([reached, this.givenToken]);
  }

  #reasonFor(field: FormField): FieldReason | undefined {
    if (field === 'scheme') return undefined;
    if (field === 'token' && !this.needsToken) return undefined;
    if (field === 'header' && this.presentation !== 'header') return undefined;
    const text = withoutUnseenEnds(this[field]);
    if (text === '') return 'required';
    return field === 'baseAddress' ? addressReason(text) : undefined;
  }

  /** Looks at one field again. */
  recheck(field: FormField): void {
    const { [field]: _old, ...others } = this.#reasons;
    const reason = this.#reasonFor(field);
    this.#reasons = reason ? { ...others, [field]: reason } : others;
  }

  /** Looks at every field; whether main can be asked. */
  check(): boolean {
    const found: Partial<Record<FormField, FieldReason>> = {};
    for (const field of formFields) {
      const reason = this.#reasonFor(field);
      if (reason) found[field] = reason;
    }
    this.#reasons = found;
    return Object.keys(found).length === 0;
  }

  /** Takes main's refusals to their fields; whether each of them has found one. */
  refuse(problem: Problem): boolean {
    if (problem.code === 'tokenUnusable') {
      // The stored one: one that is typed is looked at with the other fields. Here it is entered again.
      this.#reasons = { token: 'storedNotAHeaderValue' };
      return true;
    }
    if (problem.code !== 'invalidFields') return false;
    const found: Partial<Record<FormField, FieldReason>> = {};
    let hasAll = true;
    for (const { field, reason } of problem.fields) {
      const known = formFields.find((name) => name === field);
      if (known) found[known] ??= reason;
      else hasAll = false;
    }
    this.#reasons = found;
    return hasAll;
  }
}
