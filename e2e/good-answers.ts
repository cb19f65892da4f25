/** Every form that a 200 to a change of the subscription can have, and what must be said of it. */

/** One form. The person asked for Pro. */
export interface GoodAnswer {
  readonly name: string;
  /** The body, as the service sends it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly says: string;
  /** What came back otherwise than it was asked for, a line each. */
  readonly lines?: readonly string[];
  /** Facts of the workspace that stand in the window. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The host that stands beside *Open checkout*. */
  readonly checkout?: string;
  readonly isSuspended?: true;
  readonly isQuarantined?: true;
  /** A part of the answer as it came, which is shown where nothing else is there to show. */
  readonly raw?: string;
}

const workspace = {
  id: 'ws_4f2c9a',
  name: 'Northwind support',
  icon: '🎈',
  plan: 'PRO',
  createdAt: '2026-01-05T09:30:00.000Z',
  updatedAt: '2026-11-14T09:31:00.000Z',
  billingProviderId: 'cus_1',
  additionalChatsIndex: 2,
  additionalStorageIndex: 0,
  chatsLimitFirstEmailSentAt: null,
  chatsLimitSecondEmailSentAt: null,
  storageLimitFirstEmailSentAt: null,
  storageLimitSecondEmailSentAt: null,
  customChatsLimit: 5_000,
  customStorageLimit: null,
  customSeatsLimit: null,
  isQuarantined: false,
  isSuspended: false,
};
const nulls = Object.fromEntries(Object.keys(workspace).map((field) => [field, null]));
const checkoutUrl = 'https://pay.example/checkout/1';
const facts = {
  Name: 'Northwind support',
  Plan: 'Pro',
  'Chat limit': '5000',
  'Storage limit': 'Not provided',
  Suspended: 'No',
  Quarantined: 'No',
};

const changed = 'The service changed the subscription and reports the plan Pro.';
const both = 'Complete the checkout first. The answer names the plan Pro.';
const otherwise = 'The service answered without a checkout address, but not as you asked.';
const checkoutAlone = 'Complete the checkout first. Most services make the change after that.';
const neither = 'Foyer couldn’t find a workspace or a checkout address in the answer:';

/** Neighbours end in different sentences, so that none is mistaken. */
export const goodAnswers: readonly GoodAnswer[] = [
  {
    name: 'a workspace at the top level, still on its old plan, and a checkout',
    body: { ...workspace, plan: 'FREE', checkoutUrl },
    says: 'Complete the checkout first. The answer names the plan Free.',
    facts: { ...facts, Plan: 'Free' },
    checkout: 'pay.example',
  },
  { name: 'a workspace at the top level alone', body: workspace, says: changed, facts },
  {
    name: 'a nested workspace and a checkout',
    body: { workspace, checkoutUrl },
    says: both,
    facts,
    checkout: 'pay.example',
  },
  { name: 'a nested workspace alone', body: { workspace }, says: changed, facts },
  {
    name: 'a checkout alone',
    body: { checkoutUrl },
    says: checkoutAlone,
    checkout: 'pay.example',
  },
  {
    name: 'a nested workspace, and null for the checkout',
    body: { workspace, checkoutUrl: null },
    says: changed,
    facts,
  },
  {
    name: 'null for the workspace, and a checkout',
    body: { workspace: null, checkoutUrl },
    says: checkoutAlone,
    checkout: 'pay.example',
  },
  {
    name: 'a workspace at the top level, and null for the checkout',
    body: { ...workspace, checkoutUrl: null },
    says: changed,
    facts,
  },
  {
    name: 'null for both',
    body: { workspace: null, checkoutUrl: null },
    says: neither,
    raw: '"checkoutUrl":null',
  },
  {
    name: 'a plan and nulls',
    body: { ...nulls, plan: 'PRO' },
    says: changed,
    facts: {
      Plan: 'Pro',
      Name: 'Not provided',
      Suspended: 'Not provided',
      Quarantined: 'Not provided',
    },
  },
  {
    name: 'a nested workspace of nulls',
    body: { workspace: nulls },
    says: neither,
    raw: '"isSuspended":null',
  },
  {
    name: 'an unknown plan',
    body: { workspace: { ...workspace, plan: 'GALACTIC' } },
    says: otherwise,
    lines: ['Plan: you asked for Pro, the answer says GALACTIC.'],
    facts: { ...facts, Plan: 'GALACTIC' },
  },
  {
    name: 'another workspace, an index of the price table, and the request said back otherwise',
    body: { workspace: { ...workspace, id: 'ws_other' }, currency: 'eur', isYearly: true },
    says: otherwise,
    lines: [
      'Workspace ID: you asked for ws_4f2c9a, the answer says ws_other.',
      'Billed: you asked for Monthly, the answer says Yearly.',
      'Currency: you asked for USD, the answer says EUR.',
      'Additional chats: you asked for 0, the answer gives index 2 of a price list. Foyer can’t tell if that’s the same.',
    ],
    facts,
  },
  {
    name: 'no plan',
    body: { workspace: { ...workspace, plan: null } },
    says: 'The service answered with the workspace, but didn’t name a plan.',
    facts: { ...facts, Plan: 'Not provided' },
  },
  {
    name: 'an unknown plan and a checkout',
    body: { ...workspace, plan: 'constructor', checkoutUrl },
    says: 'Complete the checkout first. The answer names the plan constructor.',
    facts: { ...facts, Plan: 'constructor' },
    checkout: 'pay.example',
  },
  {
    name: 'a suspended workspace',
    body: { workspace: { ...workspace, isSuspended: true } },
    says: changed,
    facts: { ...facts, Suspended: 'Yes' },
    isSuspended: true,
  },
  {
    name: 'a quarantined workspace and a checkout',
    body: { ...workspace, isQuarantined: true, checkoutUrl },
    says: both,
    facts: { ...facts, Quarantined: 'Yes' },
    checkout: 'pay.example',
    isQuarantined: true,
  },
  {
    name: 'a workspace that is both suspended and quarantined',
    body: { workspace: { ...workspace, isSuspended: true, isQuarantined: true } },
    says: changed,
    facts: { ...facts, Suspended: 'Yes', Quarantined: 'Yes' },
    isSuspended: true,
    isQuarantined: true,
  },
  {
    name: 'something else',
    body: { status: 'ok' },
    says: neither,
    raw: '"status":"ok"',
  },
];
