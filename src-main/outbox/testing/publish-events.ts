/** All that can happen around publishing. */
import fc from 'fast-check';
import type { Fault } from './model-service';
import { libraryNames, placesThere, type LibraryName } from './publish-world';

/** What comes of requests, beside a plain 200. */
export const faults: readonly Fault[] = [
  ...[400, 401, 403, 404, 409, 429, 301].map((status) => ({ status })),
  ...[408, 500, 302, 407, 201].flatMap((status) => [{ status }, { status, acts: true }]),
  { status: 429, retryAfter: 30 },
  { status: 503, retryAfter: 5 },
  { status: 503, retryAfter: 90, acts: true },
  { end: 'cut' },
  { end: 'cut', acts: true },
  { end: 'silent' },
  { end: 'silent', acts: true },
  { code: 'ECONNREFUSED' },
  { code: 'ENETUNREACH' },
  { isProxys: true },
  { form: 'html', acts: true },
  { form: 'malformed', acts: true },
  { form: 'noId', acts: true },
  { slowMs: 3_000, acts: true },
  { slowMs: 20_000, acts: true },
  { slowMs: 3_000, acts: true, end: 'cut' },
  { slowMs: 90_000, acts: true },
  { slowMs: 2_000, status: 500 },
];

/** Parts of the disk that can refuse. */
type Part = 'profile' | 'themes' | 'all';

/** One thing that happens; `theme`, `to` and `place` are numbers of what there is. */
export type Event =
  | { readonly do: 'edit' | 'undo' | 'delete' | 'lose'; readonly theme: number }
  | { readonly do: 'publish'; readonly theme: number; readonly to: number | 'all' }
  | { readonly do: 'cancel' | 'retry' | 'unlink'; readonly theme: number; readonly to: number }
  | {
      readonly do: 'decide';
      readonly theme: number;
      readonly to: number;
      readonly how: 'sendAgain' | 'published' | 'drop';
    }
  | { readonly do: 'publishChanged'; readonly to: number }
  | { readonly do: 'removeConnection'; readonly to: number }
  | { readonly do: 'token'; readonly to: number; readonly isGood: boolean }
  | { readonly do: 'move'; readonly to: number; readonly place: number }
  | { readonly do: 'addConnection'; readonly place: number }
  | { readonly do: 'fault'; readonly host: number; readonly fault: Fault; readonly times: number }
  | { readonly do: 'pass' | 'jump'; readonly ms: number }
  | { readonly do: 'kill'; readonly after: number }
  | { readonly do: 'choose'; readonly library: LibraryName }
  | { readonly do: 'ill'; readonly code: string; readonly where: Part }
  | {
      readonly do:
        | ('publishAll' | 'cancelAll' | 'retryAll' | 'restore' | 'pause' | 'resume')
        | ('wake' | 'heal' | 'quit' | 'settle' | 'copy');
    };

const theme = fc.nat({ max: 1 });
const to = fc.nat({ max: 1 });
const place = fc.nat({ max: placesThere.length - 1 });
const only = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

export const anEvent: fc.Arbitrary<Event> = fc.oneof(
  weighted(8, fc.record({ do: only('edit'), theme })),
  weighted(1, fc.record({ do: only('undo', 'delete', 'lose'), theme })),
  weighted(12, fc.record({ do: only('publish'), theme, to: fc.oneof(to, only('all')) })),
  weighted(3, fc.record({ do: only('cancel', 'retry'), theme, to })),
  weighted(1, fc.record({ do: only('unlink'), theme, to })),
  weighted(
    3,
    fc.record({ do: only('decide'), theme, to, how: only('sendAgain', 'published', 'drop') }),
  ),
  weighted(1, fc.record({ do: only('publishChanged', 'removeConnection'), to })),
  weighted(2, fc.record({ do: only('token'), to, isGood: fc.boolean() })),
  weighted(2, fc.record({ do: only('move'), to, place })),
  weighted(1, fc.record({ do: only('addConnection'), place })),
  weighted(
    10,
    fc.record({
      do: only('fault'),
      host: fc.nat({ max: 1 }),
      fault: fc.constantFrom(...faults),
      times: fc.integer({ min: 1, max: 5 }),
    }),
  ),
  weighted(
    4,
    fc.record({ do: only('pass'), ms: fc.constantFrom(500, 1_500, 6_000, 40_000, 100_000) }),
  ),
  weighted(1, fc.record({ do: only('jump'), ms: fc.constantFrom(-86_400_000, 3_600_000, 3.2e11) })),
  weighted(3, fc.record({ do: only('kill'), after: fc.nat({ max: 40 }) })),
  weighted(
    2,
    fc.record({
      do: only('ill'),
      code: only('ENOSPC', 'EIO'),
      where: only('profile', 'themes', 'all'),
    }),
  ),
  weighted(7, fc.record({ do: only('publishAll', 'settle', 'retryAll', 'heal', 'wake') })),
  weighted(3, fc.record({ do: only('cancelAll', 'restore', 'pause', 'resume', 'quit') })),
);

export interface Run {
  readonly seed: number;
  readonly places: readonly number[];
  readonly events: readonly Event[];
}

export const aRun: fc.Arbitrary<Run> = fc.record({
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  places: fc.array(place, { minLength: 1, maxLength: 2 }),
  events: fc.array(anEvent, { minLength: 3, maxLength: 25 }),
});

/** What a person does who has a copy of their library, and whose connections lead now here, now there. */
const anEventOfCopies: fc.Arbitrary<Event> = fc.oneof(
  weighted(7, fc.record({ do: only('choose'), library: fc.constantFrom(...libraryNames) })),
  weighted(1, fc.record({ do: only('copy') })),
  weighted(5, fc.record({ do: only('move'), to, place })),
  weighted(3, fc.record({ do: only('token'), to, isGood: fc.boolean() })),
  weighted(2, fc.record({ do: only('removeConnection'), to })),
  weighted(2, fc.record({ do: only('addConnection'), place })),
  weighted(3, fc.record({ do: only('quit', 'settle') })),
  weighted(
    3,
    fc.record({
      do: only('fault'),
      host: fc.nat({ max: 1 }),
      fault: fc.constantFrom<Fault>({ status: 403 }, { end: 'cut', acts: true }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  // What is in the bin is of no library.
  weighted(
    26,
    anEvent.filter((event) => event.do !== 'delete'),
  ),
);

export const aRunOfCopies: fc.Arbitrary<Run> = fc.record({
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  places: fc.array(place, { minLength: 1, maxLength: 2 }),
  events: fc
    .array(anEventOfCopies, { minLength: 3, maxLength: 25 })
    .map((events) => [{ do: 'copy' as const }, ...events]),
});
