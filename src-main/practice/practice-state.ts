/** What the practice service holds, in memory only. */
import { randomBytes } from 'node:crypto';
import type { PracticeBehaviour } from './behaviour';
import type { RequestBody } from './request-bodies';

type ThemeBody = RequestBody<'saveThemeTemplate'>['theme'];

export interface PracticeTemplate {
  readonly id: string;
  readonly name: string;
  readonly theme: ThemeBody;
  readonly workspaceId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PracticeWorkspace {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly icon: string;
  /** `FREE` until a checkout is completed. */
  readonly plan: 'FREE' | 'STARTER' | 'PRO';
  readonly billingProviderId: string;
  readonly additionalChatsIndex: number;
  readonly additionalStorageIndex: number;
  readonly customChatsLimit: number;
  readonly customStorageLimit: number;
  readonly customSeatsLimit: number;
  readonly isQuarantined: boolean;
  readonly isSuspended: boolean;
}

export interface PracticeDomain {
  readonly name: string;
  readonly workspaceId: string;
  readonly createdAt: string;
}

export interface PracticePreview {
  readonly botId: string;
  readonly to: string;
  readonly startGroupId?: string | undefined;
  readonly at: string;
}

export interface PracticeCheckout {
  readonly id: string;
  readonly change: RequestBody<'updateSubscription'>;
  readonly state: 'open' | 'completed' | 'cancelled';
}

/** Everything that it holds; in the order in which it came. */
export interface PracticeState {
  readonly templates: readonly PracticeTemplate[];
  readonly workspaces: readonly PracticeWorkspace[];
  readonly domains: readonly PracticeDomain[];
  readonly previews: readonly PracticePreview[];
  readonly checkouts: readonly PracticeCheckout[];
}

/** A refusal: a status and the `message` and `code` of the error body. */
export class PracticeRefusal extends Error {
  override readonly name = 'PracticeRefusal';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Letters, digits and hyphens, in labels of at most 63, at least two of them (RFC 1035, 2.3.1). */
const domainName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/iu;

function ownId(): string {
  return `c${randomBytes(12).toString('hex')}`;
}

/** The state and what the four operations do to it; each returns the body of its answer. */
export class PracticeStore {
  readonly #origin: () => string;
  readonly #now: () => string;
  #templates = new Map<string, PracticeTemplate>();
  #workspaces = new Map<string, PracticeWorkspace>();
  #domains: PracticeDomain[] = [];
  #previews: PracticePreview[] = [];
  #checkouts = new Map<string, PracticeCheckout>();

  /** `origin`: of the service, for the addresses of checkouts. */
  constructor(origin: () => string, now: () => string) {
    this.#origin = origin;
    this.#now = now;
  }

  state(): PracticeState {
    return {
      templates: [...this.#templates.values()],
      workspaces: [...this.#workspaces.values()],
      domains: [...this.#domains],
      previews: [...this.#previews],
      checkouts: [...this.#checkouts.values()],
    };
  }

  clear(): void {
    this.#templates.clear();
    this.#workspaces.clear();
    this.#domains = [];
    this.#previews = [];
    this.#checkouts.clear();
  }

  removeTemplate(id: string): void {
    this.#templates.delete(id);
  }

  saveTemplate(
    asked: string,
    body: RequestBody<'saveThemeTemplate'>,
    behaviour: PracticeBehaviour,
  ): object {
    const before = this.#templates.get(asked);
    const id = before || behaviour.ids !== 'own' ? asked : ownId();
    const now = this.#now();
    const template: PracticeTemplate = {
      id,
      name: body.name,
      theme: keptTheme(body.theme, behaviour.roundnessIn ?? 'theme'),
      workspaceId: body.workspaceId,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    this.#templates.set(id, template);
    return behaviour.template === 'topLevel' ? template : { themeTemplate: template };
  }

  updateSubscription(
    change: RequestBody<'updateSubscription'>,
    behaviour: PracticeBehaviour,
  ): object {
    const { additionalChats } = change;
    if (behaviour.chatSteps && ![0, 1, 2, 3].includes(additionalChats)) {
      throw new PracticeRefusal(500, 'No such price:\n  at getPrice (stripe.js:1:1)');
    }
    const form = behaviour.subscription ?? 'topLevel';
    const isActive = this.#workspace(change.workspaceId).plan !== 'FREE';
    const atOnce = form === 'workspaceOnly' || (form === 'bySubscription' && isActive);
    if (atOnce) return { workspace: this.#apply(change) };

    const checkout: PracticeCheckout = { id: ownId(), change, state: 'open' };
    this.#checkouts.set(checkout.id, checkout);
    const checkoutUrl = `${this.#origin()}/checkout/${checkout.id}`;
    const workspace = this.#workspace(change.workspaceId);
    switch (form) {
      case 'topLevel':
        return { ...workspace, checkoutUrl };
      case 'nested':
        return { workspace, checkoutUrl };
      case 'neither':
        return { received: true };
      case 'bySubscription':
      case 'checkoutOnly':
        return { checkoutUrl };
    }
  }

  createDomain(
    { workspaceId, name }: RequestBody<'createCustomDomain'>,
    behaviour: PracticeBehaviour,
  ): object {
    const stored = name.toLowerCase();
    if (this.#domains.some((domain) => domain.name === stored)) {
      throw new PracticeRefusal(409, 'Custom domain already registered');
    }
    const domain: PracticeDomain = { name: stored, workspaceId, createdAt: this.#now() };
    this.#domains.push(domain);
    if (behaviour.failsOnOddNames && !domainName.test(name)) {
      throw new PracticeRefusal(500, 'An unexpected error occurred');
    }
    return { customDomain: { ...domain, name } };
  }

  startPreview(
    botId: string,
    { to, startGroupId }: RequestBody<'startChatAppPreview'>,
    behaviour: PracticeBehaviour,
  ): object {
    this.#previews.push({ botId, to, startGroupId, at: this.#now() });
    return { message: behaviour.message ?? 'Preview started' };
  }

  checkout(id: string): PracticeCheckout | undefined {
    return this.#checkouts.get(id);
  }

  /** Ends an open checkout; one that has ended stays as it is. */
  endCheckout(id: string, state: 'completed' | 'cancelled'): PracticeCheckout | undefined {
    const checkout = this.#checkouts.get(id);
    if (checkout?.state !== 'open') return checkout;
    const ended = { ...checkout, state };
    this.#checkouts.set(id, ended);
    if (state === 'completed') this.#apply(ended.change);
    return ended;
  }

  #apply(change: RequestBody<'updateSubscription'>): PracticeWorkspace {
    const workspace: PracticeWorkspace = {
      ...this.#workspace(change.workspaceId),
      plan: change.plan,
      additionalChatsIndex: change.additionalChats,
      updatedAt: this.#now(),
    };
    this.#workspaces.set(workspace.id, workspace);
    return workspace;
  }

  /** Every workspace id is taken: there is no operation to make one. */
  #workspace(id: string): PracticeWorkspace {
    const found = this.#workspaces.get(id);
    if (found) return found;
    const now = this.#now();
    const workspace: PracticeWorkspace = {
      id,
      name: 'Practice workspace',
      createdAt: now,
      updatedAt: now,
      icon: '🎈',
      plan: 'FREE',
      billingProviderId: `cus_${ownId()}`,
      additionalChatsIndex: 0,
      additionalStorageIndex: 0,
      customChatsLimit: 0,
      customStorageLimit: 0,
      customSeatsLimit: 0,
      isQuarantined: false,
      isSuspended: false,
    };
    this.#workspaces.set(id, workspace);
    return workspace;
  }
}

function keptTheme(theme: ThemeBody, roundnessIn: 'theme' | 'chat'): ThemeBody {
  if (roundnessIn === 'chat') {
    const { roundness: _dropped, ...rest } = theme;
    return rest;
  }
  const { roundness: _dropped, ...chat } = theme.chat;
  return { ...theme, chat };
}
