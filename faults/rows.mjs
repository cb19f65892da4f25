// The rows of `npm run faults`: what is tried, by which tests, and which of those is the control, which
// does the same without what Foyer does about the fault and must be seen to lose, double or lie.

/**
 * @typedef {object} Row
 * @property {string} name as given to `npm run faults -- NAME`
 * @property {string} tries what is tried, and what must hold
 * @property {string} control what goes wrong beside it
 * @property {readonly string[]} controls the tests that see it go wrong, by a part of their names
 * @property {'lost' | 'sentTwice' | 'untrue'} wrong what a failing test stands for that did not say
 * @property {'tests' | 'attempts'} counts what counts as tried: each test, or what tests wrote down
 * @property {readonly [short: number, full: number]} least how many must be tried, or the row fails
 * @property {readonly string[]} unit files that vitest runs
 * @property {readonly string[]} specs files that Playwright runs, on the real app
 * @property {string} [only] a pattern of the names of the tests that belong to the row
 * @property {string} [elsewhere] why some of its tests can't run everywhere
 * @property {(form: 'full' | 'short', seed: number) => Record<string, string>} [environment]
 */

const library = 'src-main/library';
const needsRoot = 'mounting needs root on Linux';

/** The kills in the middle of one kind of work with many themes. */
const killedBatch = (name, job, tries) => ({
  name,
  tries: `kill -9 at random moments while ${tries}; whole, there once, and brought to its end by doing it again`,
  control: 'a plain writeFile loses themes under the same kills',
  controls: [`control, ${job}:`],
  wrong: 'lost',
  counts: 'attempts',
  least: [6, 100],
  unit: ['src-main/transfer/killed-batches.test.ts'],
  specs: [],
  only: ` (control, )?${job}:`,
});

/** Random sequences on a virtual clock, of which `npm test` tries few. */
const modelled = (full) => (form, seed) => ({
  ...(form === 'full' ? { MODEL_RUNS: String(full) } : {}),
  MODEL_SEED: String(seed),
});

/** @type {readonly Row[]} */
export const rows = [
  {
    name: 'kill-editing',
    tries:
      'kill -9 at random moments of an edit, of a version and of a write; what was shown as saved is there, whole',
    control: 'a plain writeFile leaves files that nobody can read',
    controls: [
      'control: a plain writeFile leaves files',
      'control: a plain writeFile loses old and new',
    ],
    wrong: 'lost',
    counts: 'attempts',
    least: [60, 250],
    unit: [
      `${library}/editing/editing-kill.test.ts`,
      `${library}/history/history-kill.test.ts`,
      'src-main/storage/disk-faults.test.ts',
    ],
    specs: [],
    only: 'kill -9',
  },
  {
    name: 'kill-publishing',
    tries:
      'kill -9 at random moments while 50 themes are published; each arrives once, the newest wins',
    control: 'a queue in memory loses themes',
    controls: ['the control: a queue in memory loses some'],
    wrong: 'sentTwice',
    counts: 'attempts',
    least: [30, 125],
    unit: [
      'src-main/outbox/outbox-kill.test.ts',
      'src-main/outbox/killed-before-forgotten.test.ts',
    ],
    specs: [],
  },
  killedBatch('kill-importing', 'import', 'themes are imported'),
  killedBatch('kill-restoring', 'restore a backup', 'a backup is restored'),
  killedBatch('kill-deleting', 'delete', 'themes are deleted'),
  killedBatch('kill-bin', 'restore from the bin', 'themes are restored from the bin'),
  killedBatch('kill-emptying', 'empty the bin', 'the bin is emptied'),
  {
    name: 'kill-moving',
    tries:
      'kill -9 at random moments while the library moves: into empty folders, older copies of itself, links, bind mounts, full and read-only disks',
    control: 'a library that is moved file by file is in neither folder',
    controls: ['control: files that are renamed and copied by hand'],
    wrong: 'lost',
    counts: 'attempts',
    least: [28, 120],
    unit: [`${library}/folder/move-kill.test.ts`],
    specs: [],
    elsewhere: needsRoot,
  },
  {
    name: 'kill-app',
    tries:
      'kill -9 of the real app while a person types, and while it publishes, deletes, restores and imports',
    control: 'what was typed and not shown as saved yet is lost',
    controls: ['control: what was typed and not shown as saved'],
    wrong: 'lost',
    counts: 'attempts',
    least: [7, 20],
    unit: [],
    specs: ['e2e/killed-batches.spec.ts', 'e2e/restart.spec.ts'],
    only: 'kill -9|by the same kills',
  },
  {
    name: 'kill-said',
    tries:
      'kill -9 of the real app in the moment in which something is shown as saved, and while something is on its way',
    control: 'what was typed and not shown as saved yet is lost',
    controls: ['control: what was typed and not shown as saved'],
    wrong: 'lost',
    counts: 'tests',
    least: [4, 4],
    unit: [],
    specs: [
      'e2e/killed-edits.spec.ts',
      'e2e/killed-batches.spec.ts',
      'e2e/publishing.spec.ts',
      'e2e/previews.spec.ts',
    ],
    only: 'in the studio|in the library|when Foyer was killed|by the same kills',
  },
  {
    name: 'full-disk',
    tries:
      'a disk that is full at every 4 KB of a write; the old version stays whole, and it is told',
    control: 'a plain writeFile loses the old version',
    controls: ['control: a plain writeFile loses the old version'],
    wrong: 'lost',
    counts: 'attempts',
    least: [200, 200],
    unit: ['src-main/storage/disk-faults.test.ts'],
    specs: [],
    only: 'full disk',
    elsewhere: needsRoot,
  },
  {
    name: 'refused-writes',
    tries:
      'read-only, no permission, too many open files, a disk that fills up; the old version stays, the edit stays in the window, and it is told',
    control: 'a rename replaces a file that is read-only',
    controls: ['control: a file of its own that is renamed over it'],
    wrong: 'lost',
    counts: 'tests',
    least: [12, 12],
    unit: [
      'src-main/storage/disk-faults.test.ts',
      'src-main/storage/preferences-full-disk.test.ts',
      'src-main/connections/refusing-disk.test.ts',
      `${library}/editing/save-at-once.test.ts`,
      `${library}/editing/refused-decisions.test.ts`,
    ],
    specs: ['e2e/restart.spec.ts', 'e2e/quitting.spec.ts'],
    only: 'may not|full|refus|can’t be (saved|written)|disk|where the bin|token',
    elsewhere: needsRoot,
  },
  {
    name: 'momentary',
    tries:
      'reads that fail for a moment (EIO, EBUSY, EMFILE) on every document, at the start and later; nothing is taken for empty, nothing is written over it',
    control: 'a document that is begun anew where it can’t be read is lost',
    controls: ['control: a document that is begun anew'],
    wrong: 'lost',
    counts: 'tests',
    least: [40, 40],
    unit: [
      'src-main/storage/momentary-failures.test.ts',
      `${library}/folder/momentary-reads.test.ts`,
    ],
    specs: ['e2e/unreadable-documents.spec.ts'],
  },
  {
    name: 'interposed',
    tries:
      'the system itself refuses to open or to read all documents of the real app for a moment (EIO, EBUSY, EMFILE), at the start and while a person works; none is taken for empty or written over, all are taken up',
    control: 'a program that begins anew what it can’t read loses it',
    controls: ['control: a program that begins anew what can’t be read'],
    wrong: 'lost',
    counts: 'attempts',
    least: [2, 12],
    unit: [],
    specs: ['e2e/interposed.spec.ts'],
    elsewhere: 'only on Linux a library can be put under a program so',
  },
  {
    name: 'damaged',
    tries:
      'files of the library and the profile cut, zeroed, flipped, replaced by folders and links; the rest opens, a bad one stays as it is',
    control: 'a program that begins anew what it can’t read loses it',
    controls: ['control: a program that begins anew'],
    wrong: 'lost',
    counts: 'attempts',
    least: [40, 300],
    unit: ['src-main/damaged-files.test.ts'],
    specs: [],
  },
  {
    name: 'damaged-app',
    tries:
      'documents of the profile cut, zeroed, emptied, reshaped under the real app; it opens, and keeps their bytes',
    control: 'a program that begins anew what it can’t read loses it',
    controls: ['control: a program that begins anew'],
    wrong: 'lost',
    counts: 'tests',
    least: [4, 4],
    unit: ['src-main/damaged-files.test.ts'],
    specs: ['e2e/restart.spec.ts'],
    only: 'control: a program that begins|damaged documents',
  },
  {
    name: 'backup',
    tries:
      'a backup of a library of any files, restored in an empty one; it has everything that it said it has',
    control: 'a plain writeFile loses themes when it is killed',
    controls: ['control, restore a backup:'],
    wrong: 'lost',
    counts: 'attempts',
    least: [40, 200],
    unit: ['src-main/transfer/backup-property.test.ts', 'src-main/transfer/killed-batches.test.ts'],
    specs: [],
    only: 'a backup of any library|control, restore a backup',
  },
  {
    name: 'clocks',
    tries:
      'the computer’s clock set by a day and by ten years, both ways; waits, order and the bin’s days stay right',
    control: 'a queue that keeps its times by that clock sends early or never',
    controls: [86_400_000, -86_400_000, 315_532_800_000, -315_532_800_000].map(
      (change) => `by the computer’s clock set by ${String(change)} ms`,
    ),
    wrong: 'untrue',
    counts: 'tests',
    least: [8, 8],
    unit: [
      'src-main/outbox/outbox-matrix.test.ts',
      'src-main/outbox/naive-queue.test.ts',
      `${library}/bin/bin.test.ts`,
    ],
    specs: [],
    only: 'clock|the bin’s days',
  },
  {
    name: 'sleep',
    tries:
      'the computer sleeps while saves wait and are under way, and in an edit: of all processes of the real app for up to a minute, by the outbox’s clock for up to three days; waits and order stay right, each save arrives once',
    control: 'a queue that sends again what was under way makes copies',
    controls: ['makes copies of what was under way when the computer slept'],
    wrong: 'sentTwice',
    counts: 'attempts',
    least: [30, 36],
    unit: ['src-main/outbox/sleep.test.ts', 'src-main/outbox/naive-queue.test.ts'],
    specs: ['e2e/sleep.spec.ts'],
    only: 'a sleep|when the computer slept',
    elsewhere: 'no signal stops a process on Windows',
  },
  {
    name: 'starts',
    tries:
      'twenty starts at once, each with a file; one app stays, and every file is imported once',
    control: 'starts with profiles of their own all stay',
    controls: ['control: starts that share no profile'],
    wrong: 'lost',
    counts: 'attempts',
    least: [4, 20],
    unit: [],
    specs: ['e2e/many-starts.spec.ts'],
  },
  {
    name: 'crashes',
    tries: 'the page crashes right after an edit; the window comes back with the edit',
    control: 'what only the page knew is gone',
    controls: ['a crash of the page in the middle'],
    wrong: 'lost',
    counts: 'attempts',
    least: [3, 50],
    unit: [],
    specs: ['e2e/restart.spec.ts'],
    only: 'a crash of the page',
  },
  {
    name: 'crashes-gpu',
    tries:
      'the process that draws crashes in an edit and in a save, until Chromium ends the app; the window comes back with the edit, and what was saved arrives once',
    control: 'what only memory had is gone',
    controls: ['graphics that crash until Chromium ends the app'],
    wrong: 'lost',
    counts: 'attempts',
    least: [4, 13],
    unit: [],
    specs: ['e2e/gpu-crash.spec.ts'],
  },
  {
    name: 'service',
    tries:
      'every fault of the service at a first save, at a later one, and again and again, where ids are kept and where it gives its own; told as it is, and in the end the newest is there, once',
    control: 'a queue that tries again whatever went wrong makes copies',
    controls: ['makes copies at a service that acted'],
    wrong: 'sentTwice',
    counts: 'tests',
    least: [150, 150],
    unit: ['src-main/outbox/outbox-matrix.test.ts', 'src-main/outbox/naive-queue.test.ts'],
    specs: [],
    only: 'a service that|acted before it failed',
  },
  {
    name: 'odd-service',
    tries:
      'a service that gives ids of its own, changes them, loses templates, and answers what was cancelled or what a killed Foyer had sent; in the end it has the newest, once, and a copy that it may have made is told',
    control: 'a queue that tries again whatever went wrong makes copies',
    controls: ['makes copies at a service that acted'],
    wrong: 'sentTwice',
    counts: 'tests',
    least: [87, 87],
    unit: [
      'src-main/outbox/odd-service.test.ts',
      'src-main/outbox/assigned-id.test.ts',
      'src-main/outbox/naive-queue.test.ts',
    ],
    specs: [],
    only: 'an odd service whose|own file could not be told|file could not keep|acted before it failed',
  },
  {
    name: 'service-app',
    tries:
      'every fault of the service at each of the four operations of the real app; the right sentence, and each request arrives once',
    control: 'a queue that tries again whatever went wrong makes copies',
    controls: ['makes copies at a service that acted'],
    wrong: 'sentTwice',
    counts: 'tests',
    least: [5, 5],
    unit: ['src-main/outbox/naive-queue.test.ts'],
    specs: [
      'e2e/publishing.spec.ts',
      'e2e/previews.spec.ts',
      'e2e/billing.spec.ts',
      'e2e/domains.spec.ts',
    ],
    only: 'every answer ends|however the connection ends|acted before it failed',
  },
  {
    name: 'once',
    tries:
      'a server that reads a request and then closes, resets or answers 408, on fresh, reused and warmed connections, over HTTP/1.1, HTTP/2 and HTTP/3; each request arrives once',
    control: 'the ordinary way sends it twice and sees one 200',
    controls: ['the ordinary way sends'],
    wrong: 'sentTwice',
    counts: 'attempts',
    least: [1_000, 1_000],
    unit: [],
    specs: [
      'e2e/once/once-means-once.spec.ts',
      'e2e/once/once-over-http2.spec.ts',
      'e2e/once/once-over-http3.spec.ts',
    ],
  },
  {
    name: 'retry-after',
    tries: 'Retry-After in seconds, as a date, past, absurd, over a restart; obeyed, and bounded',
    control: 'a queue that knows no Retry-After sends early',
    controls: ['asks again at once, whatever it was told'],
    wrong: 'untrue',
    counts: 'tests',
    least: [9, 9],
    unit: ['src-main/outbox/outbox-matrix.test.ts', 'src-main/outbox/naive-queue.test.ts'],
    specs: [],
    only: 'Retry-After|asks again at once',
  },
  {
    name: 'network',
    tries: 'the network goes and comes 50 times while 40 themes are published; they arrive once',
    control: 'a queue that sends all again when the network is back makes copies',
    controls: ['makes copies while the network'],
    wrong: 'sentTwice',
    counts: 'attempts',
    least: [100, 100],
    unit: ['src-main/outbox/outbox-matrix.test.ts', 'src-main/outbox/naive-queue.test.ts'],
    specs: [],
    only: 'the network',
  },
  {
    name: 'network-app',
    tries:
      'the network of the real app goes and comes up to 50 times while themes are published; they arrive once',
    control: 'a queue that sends all again when the network is back makes copies',
    controls: ['makes copies while the network'],
    wrong: 'sentTwice',
    counts: 'attempts',
    least: [10, 50],
    unit: ['src-main/outbox/naive-queue.test.ts'],
    specs: ['e2e/network.spec.ts'],
    only: 'the network goes and comes',
  },
  {
    name: 'model-outbox',
    tries:
      'random sequences of what a person, the disk, the service and the clock do to the outbox, against a model of what must hold',
    control: 'a queue that tries again whatever went wrong makes copies',
    controls: ['makes copies at a service that acted'],
    wrong: 'sentTwice',
    counts: 'attempts',
    least: [150, 2_000],
    unit: ['src-main/outbox/outbox-model.test.ts', 'src-main/outbox/naive-queue.test.ts'],
    specs: [],
    only: 'sequences\\)|acted before it failed',
    environment: modelled(2_000),
  },
  {
    name: 'model-library',
    tries:
      'random sequences of what a person, the disk, other programs and the clock do to the library, against a model of what must hold',
    control: 'a plain writeFile loses themes when it is killed',
    controls: ['control, import:'],
    wrong: 'lost',
    counts: 'attempts',
    least: [60, 1_000],
    unit: ['src-main/library/library-model.test.ts', 'src-main/transfer/killed-batches.test.ts'],
    specs: [],
    only: 'sequences\\)|control, import:',
    environment: modelled(1_000),
  },
  {
    name: 'connections',
    tries:
      'connections edited, removed and added again in random sequences while themes are under way; nothing goes where it was not meant to, and no copy is made',
    control: 'a queue that asks where to only when it sends, sends elsewhere',
    controls: ['sends to a workspace that the theme was not meant for'],
    wrong: 'sentTwice',
    counts: 'attempts',
    least: [30, 300],
    unit: ['src-main/outbox/edited-connection.test.ts', 'src-main/outbox/naive-queue.test.ts'],
    specs: [],
    only: 'a connection that is edited, removed|asks where to only when it sends',
  },
];
