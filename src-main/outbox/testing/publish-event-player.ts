/** How what can happen around publishing is done, in a world of its own. */
import type { PublishTarget } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import { memoryDisk as disk } from '../../testing/memory-disk';
import { killed } from '../../testing/memory-world';
import type { Event } from './publish-events';
import { placesThere, type PublishWorld } from './publish-world';

const hosts = ['a.example', 'b.example'] as const;
const isOfFolder = {
  profile: (path: string) => path.includes('/outbox') || path.endsWith('profile'),
  themes: (path: string) => path.includes('/themes'),
  all: () => true,
};

/** What happens, done. */
export class EventPlayer {
  readonly #world: PublishWorld;

  constructor(world: PublishWorld) {
    this.#world = world;
  }

  async afterAKill(): Promise<void> {
    const world = this.#world;
    while (disk.isKilled) {
      world.end(true);
      await this.#startAgain();
    }
  }

  async #startAgain(): Promise<void> {
    const { model, outbox } = this.#world;
    const before = outbox;
    await this.#world.startAgain();
    if (before === this.#world.outbox || !this.#isPauseUnsure) return;
    const now = this.#world.outbox.handlers.list(undefined);
    const snapshot = await this.#world.done(Promise.resolve(now));
    if (snapshot !== killed) model.isPaused = snapshot.isPaused;
    this.#isPauseUnsure = snapshot === killed;
  }

  /** Whether the disk was not known to have it when Foyer ended. */
  #isPauseUnsure = false;

  async #pauses(isPaused: boolean): Promise<void> {
    const { model, outbox } = this.#world;
    // It holds at once, also where the disk refuses it.
    if (!isPaused) model.isPaused = false;
    const done = await this.#world.asked(outbox.handlers.setPaused({ isPaused }));
    model.isPaused = isPaused;
    this.#isPauseUnsure = done !== 'done';
  }

  #target(theme: number, to: number): { theme: string; themeId: string; connectionId: string } {
    const mark = this.#world.mark(`t${String(theme)}`);
    const connectionId = this.#connection(to)?.id ?? '';
    return { theme: mark, themeId: this.#world.id(mark), connectionId };
  }

  #connection(to: number) {
    const { connections } = this.#world;
    return connections[to % Math.max(1, connections.length)];
  }

  async happens(event: Event): Promise<void> {
    const world = this.#world;
    const { model, services, time } = world;
    const settle = () => world.settle();
    switch (event.do) {
      case 'edit': {
        const { theme, themeId } = this.#target(event.theme, 0);
        const value = `.${theme}-${String(world.nextVersion())}{}`;
        const edits = [{ field: 'customCss' as const, value }];
        await world.asked(world.library.handlers.edit({ id: themeId, edits }));
        break;
      }
      case 'undo':
        await world.asked(
          world.library.handlers.undo({ id: this.#target(event.theme, 0).themeId }),
        );
        break;
      case 'delete': {
        const { theme, themeId } = this.#target(event.theme, 0);
        const removed = world.library.handlers.remove({ ids: [themeId] });
        if ((await world.asked(removed)) === 'done') model.deleted.add(theme);
        break;
      }
      case 'restore':
        await this.#restore();
        break;
      case 'lose':
        for (const mark of [`t${String(event.theme)}`, `t${String(event.theme)}c`]) {
          services.lose(mark);
          model.loses(mark);
        }
        break;
      case 'copy':
        world.copyLibrary();
        break;
      case 'choose':
        await world.choose(event.library);
        break;
      case 'publish': {
        const all = event.to === 'all' ? world.connections : [this.#connection(event.to)];
        const ids = all.flatMap((one) => one?.id ?? []);
        await this.#publish([world.mark(`t${String(event.theme)}`)], ids);
        break;
      }
      case 'publishAll': {
        const connection = this.#connection(0);
        const marks = world.themes.map((theme) => world.mark(theme));
        if (connection) await this.#publish(marks, [connection.id]);
        break;
      }
      case 'publishChanged':
        await this.#publishChanged(event.to);
        break;
      case 'cancel': {
        const { theme: _theme, ...only } = this.#target(event.theme, event.to);
        const items = (await this.#items()).filter(({ themeId }) => themeId === only.themeId);
        const shown = items.find(isOf(only));
        if (!shown) break;
        await world.asked(world.outbox.handlers.cancel({ only }));
        const mark = this.#shownAs(shown);
        this.#cancels(
          mark,
          shown,
          items.filter((each) => this.#shownAs(each) === mark),
        );
        break;
      }
      case 'cancelAll':
        await world.asked(world.outbox.handlers.cancel({}));
        for (const [theme, at] of model.all()) model.cancels(theme, at);
        break;
      case 'retry': {
        const { theme: _theme, ...only } = this.#target(event.theme, event.to);
        model.urges();
        await world.asked(world.outbox.handlers.retry({ only }));
        break;
      }
      case 'retryAll':
        model.urges();
        await world.asked(world.outbox.handlers.retry({}));
        break;
      case 'decide':
        await this.#decide(this.#target(event.theme, event.to), event.how);
        break;
      case 'unlink': {
        const { theme, ...target } = this.#target(event.theme, event.to);
        const at = this.#placeOf(target.connectionId);
        const ids = services.templates(at).flatMap((each) => (each.theme === theme ? each.id : []));
        const templateId = await this.#templateShown(target);
        const done = await world.asked(world.outbox.handlers.unlink({ ...target, templateId }));
        if (done !== 'refused') model.decides(theme, at, 'unlink', ids, done === 'partly');
        break;
      }
      case 'pause':
      case 'resume':
        await this.#pauses(event.do === 'pause');
        break;
      case 'token':
      case 'move':
      case 'addConnection':
      case 'removeConnection':
        this.#connections(event);
        break;
      case 'fault': {
        const host = hosts[event.host] ?? hosts[0];
        services.next(host, event.fault, event.times);
        break;
      }
      case 'pass':
        await time.pass(event.ms, settle);
        break;
      case 'jump':
        time.setBy(event.ms);
        // What is left of a wait after a restart is told by the computer's clock.
        model.forgetWaits();
        break;
      case 'wake':
        model.acts += 1;
        world.outbox.wake();
        break;
      case 'ill':
        disk.refuse(event.code, isOfFolder[event.where]);
        break;
      case 'heal':
        disk.heal();
        break;
      case 'kill':
        disk.killAfter(event.after);
        break;
      case 'quit': {
        const before = await this.#settledItems();
        await world.quit();
        await this.#startAgain();
        const after = before.length > 0 && !disk.isKilled ? await this.#items() : undefined;
        for (const item of after ? before : []) {
          const now = after?.find((each) => each.goesTo === item.goesTo && isOf(item)(each));
          if (now?.why === item.why || disk.isKilled) continue;
          model.wrong.push(`${item.name} was ${item.why}, and is ${now?.why ?? 'nothing'}`);
        }
        break;
      }
      case 'settle':
        await settle();
        if (!disk.isKilled) await world.look();
        break;
    }
  }

  /** What an entry shows is no longer asked for; what another one shows is. */
  #cancels(theme: string, { connectionId, why }: Entry, ofTheme: readonly Entry[]): void {
    const { model } = this.#world;
    const others = ofTheme.filter((each) => each.connectionId !== connectionId);
    const here = this.#placeOf(connectionId);
    const asked = this.#asked(theme, connectionId);
    // A doubt alone: what is asked for is shown under the connections that it goes through.
    if (why === 'decision' && asked.length === 0 && others.length === 0) {
      model.cancels(theme, here);
    }
    for (const at of why === 'decision' ? asked.filter((each) => each === here) : asked) {
      const { wish } = model.of(theme, at);
      const isShownOfOthers = others.some((each) => wish?.connections.includes(each.connectionId));
      if (isShownOfOthers) model.withdraws(theme, at, connectionId);
      else model.cancels(theme, at);
    }
  }

  #placeOf(connectionId: string): string {
    return this.#world.model.connections.get(connectionId)?.place ?? '';
  }

  /** The places to which it is asked for through a connection, which may lead elsewhere by now. */
  #asked(theme: string, connectionId: string): string[] {
    const { model } = this.#world;
    return model
      .all()
      .filter(([each, , { wish }]) => each === theme && wish?.connections.includes(connectionId))
      .map(([, at]) => at);
  }

  async #items() {
    const { outbox } = this.#world;
    const snapshot = await this.#world.done(outbox.handlers.list(undefined));
    return snapshot === killed ? [] : snapshot.items;
  }

  /** What stays as it is until a person acts, also over a restart; none while anything is under way. */
  async #settledItems(): Promise<readonly Entry[]> {
    if (disk.isIll || disk.isKilled || disk.isBusy || this.#world.services.isBusy) return [];
    const items = await this.#items();
    if (disk.isBusy || items.some(({ why }) => why === 'sending' || why === 'turn')) return [];
    return items.filter(({ why }) =>
      ['refused', 'decision', 'otherLibrary', 'elsewhere'].includes(why),
    );
  }

  async #publish(themes: readonly string[], connectionIds: string[]): Promise<void> {
    const world = this.#world;
    const { model, outbox } = world;
    const themeIds = themes.map((theme) => world.id(theme));
    let versions: number[];
    try {
      const current = await world.done(Promise.all(themes.map((each) => world.version(each))));
      if (current === killed) return;
      versions = current;
    } catch {
      // One of them is not in the library: then there is nothing to publish of it.
      return;
    }
    const places = [...new Set(connectionIds.map((id) => this.#placeOf(id)))];
    const leadTo = (place: string) => connectionIds.filter((id) => this.#placeOf(id) === place);
    const targets = themes.flatMap((theme, index) =>
      places.map((place) => {
        const version = versions[index] ?? 0;
        return { theme, version, place, connections: leadTo(place) };
      }),
    );
    const asked = world.done(outbox.handlers.publish({ themeIds, connectionIds }));
    await Promise.all(
      targets.map(({ theme, version, ...through }) => {
        const isTaken = async (): Promise<'yes' | 'no' | 'maybe'> => {
          const queued = await asked;
          world.note('queued', { queued });
          if (queued === killed) return new Promise<never>(() => undefined);
          const problems = queued.problems.filter(
            (each) =>
              each.themeId === world.id(theme) && through.connections.includes(each.connectionId),
          );
          if (problems.length < through.connections.length) return 'yes';
          const isNo = problems.every(({ problem }) => problem.code === 'unsettledInOtherLibrary');
          return isNo ? 'no' : 'maybe';
        };
        return world.done(model.publishes(theme, version, through, isTaken));
      }),
    );
  }

  /** What a person sees it linked to, and unlinks it from. */
  async #templateShown({ themeId, connectionId }: PublishTarget): Promise<string> {
    const listed = await this.#world.done(this.#world.library.handlers.list(undefined));
    if (listed === killed) return '';
    const { places } = listed.themes.find(({ id }) => id === themeId) ?? { places: [] };
    return places.find((place) => place.connectionId === connectionId)?.templateId ?? '';
  }

  async #publishChanged(to: number): Promise<void> {
    const world = this.#world;
    const connection = this.#connection(to);
    const listed = await world.done(world.library.handlers.list(undefined));
    if (listed === killed || !connection) return;
    const changed = listed.themes.filter(({ id, places }) => {
      const relation = places.find(({ connectionId }) => connectionId === connection.id)?.relation;
      const delivery = world.outbox.deliveryOf(id, connection.id);
      return relation === 'changed' && (delivery === 'idle' || delivery === 'refused');
    });
    const themes = changed.map(({ id }) => world.themeOf(id)).filter((each) => each !== '');
    if (themes.length > 0) await this.#publish(themes, [connection.id]);
  }

  async #restore(): Promise<void> {
    const { library, model, themes } = this.#world;
    const bin = await this.#world.done(library.handlers.bin(undefined));
    if (bin === killed) return;
    // The last deletion of each.
    const last = new Map([...bin.themes].reverse().map(({ id, entry }) => [id, entry]));
    if (last.size === 0) return;
    const restoring = library.handlers.restore({ entries: [...last.values()] });
    await this.#world.asked(restoring);
    const listed = await this.#world.done(library.handlers.list(undefined));
    if (listed === killed) return;
    const there = new Set(listed.themes.map(({ id }) => id));
    for (const theme of themes) if (there.has(this.#world.id(theme))) model.deleted.delete(theme);
  }

  async #decide(
    { theme: _theme, ...target }: { theme: string; themeId: string; connectionId: string },
    how: 'sendAgain' | 'published' | 'drop',
  ): Promise<void> {
    const world = this.#world;
    const shown = (await this.#items()).find(isOf(target));
    if (shown?.why !== 'decision') return;
    const theme = this.#shownAs(shown);
    const at = this.#placeOf(target.connectionId);
    const mine = world.services.templates(at).filter((each) => each.theme === theme);
    const found = mine.at(-1);
    if (how === 'published' && !found) return;
    const decided = await world.asked(
      world.outbox.handlers.decide({
        ...target,
        decision: how,
        ...(how === 'published' && found ? { templateId: found.id } : {}),
      }),
    );
    const others = mine.filter(({ id }) => how === 'drop' || id !== found?.id);
    if (decided === 'refused') return;
    if (how === 'sendAgain') world.model.goesThrough(theme, at, target.connectionId);
    const ids = others.map(({ id }) => id);
    world.model.decides(theme, at, how, ids, decided === 'partly');
  }

  #connections(
    event: Event & { do: 'token' | 'move' | 'addConnection' | 'removeConnection' },
  ): void {
    const world = this.#world;
    const { model, library, outbox } = world;
    if (event.do === 'addConnection') {
      if (world.connections.length < 3) world.addConnection(event.place);
      library.connectionsChanged();
      outbox.connectionsChanged();
      return;
    }
    const connection = this.#connection(event.to);
    if (!connection) return;
    const { id } = connection;
    const token = model.connections.get(id)?.token ?? '';
    model.acts += 1;
    if (event.do === 'token') {
      world.know(connection, `${event.isGood ? 'token' : 'bad'}-${String(world.nextVersion())}`);
      world.hasOtherToken(id);
      outbox.tokenReplaced(id);
    } else if (event.do === 'move') {
      const where = placesThere[event.place] ?? placesThere[0];
      const isMoved = where.baseAddress !== connection.baseAddress;
      const moved = {
        ...connection,
        ...where,
        ...(isMoved && { keepsClientIds: 'unknown' as const }),
        access: connection.access + 1,
      };
      world.connections = world.connections.map((each) => (each === connection ? moved : each));
      world.know(moved, token);
      if (publicationKey(moved) !== publicationKey(connection)) outbox.reachedOtherwise(id);
    } else {
      world.connections = world.connections.filter((each) => each !== connection);
      model.connections.delete(id);
      for (const [theme, at] of model.all()) model.withdraws(theme, at, id);
    }
    library.connectionsChanged();
    outbox.connectionsChanged();
    if (event.do === 'removeConnection') outbox.connectionRemoved(id);
  }

  /** All is well from now on, and a person does what waits for one, after a look at the service. */
  async endsWell(): Promise<void> {
    const world = this.#world;
    const { model, services, time } = world;
    disk.killAfter(Infinity);
    await this.afterAKill();
    disk.heal();
    services.heal();
    for (const connection of world.connections) {
      world.know(connection, `token-${String(world.nextVersion())}`);
      world.hasOtherToken(connection.id);
      world.outbox.tokenReplaced(connection.id);
    }
    await this.#restore();
    await this.#pauses(false);
    model.acts += 1;
    // What waits in the one can be in the way of the other.
    for (const library of ['copied', 'themes', 'copied', 'themes'] as const) {
      await world.choose(library);
      for (let round = 0; round < 12; round += 1) {
        await world.settle();
        await world.look();
        const items = (await this.#items()).filter((each) => each.isOfOtherLibrary !== true);
        if (items.length === 0) break;
        for (const item of items) await this.#answers(item);
        await world.settle();
        await time.pass(400_000, () => world.settle());
      }
      await this.#holdsInTheEnd();
    }
    for (const { name, why } of await this.#items()) model.wrong.push(`${name} stays: ${why}`);
  }

  /** What was asked for in the library that is open is there. */
  async #holdsInTheEnd(): Promise<void> {
    const world = this.#world;
    const { model, services } = world;
    for (const [theme, at] of model.all()) {
      if (world.mark(theme.replace(/c$/u, '')) !== theme) continue;
      const document = await world.library.current(world.id(theme)).catch(() => undefined);
      if (!document) {
        model.wrong.push(`${theme} is gone`);
        continue;
      }
      model.ends(theme, at, services.templates(at), document.publications[at]?.templateId);
    }
  }

  async #answers({
    why,
    themeId,
    connectionId,
  }: Awaited<ReturnType<EventPlayer['items']>>[number]) {
    const world = this.#world;
    const target = { theme: world.themeOf(themeId), themeId, connectionId };
    if (why === 'decision') {
      const at = this.#placeOf(connectionId);
      const isThere = world.services.templates(at).some((each) => each.theme === target.theme);
      await this.#decide(target, isThere ? 'published' : 'sendAgain');
    } else if (why === 'elsewhere') {
      await world.asked(world.outbox.handlers.cancel({ only: { themeId, connectionId } }));
      for (const at of this.#asked(target.theme, connectionId)) {
        world.model.withdraws(target.theme, at, connectionId);
      }
    } else {
      world.model.acts += 1;
      await world.asked(world.outbox.handlers.retry({ only: { themeId, connectionId } }));
    }
  }

  /** Which theme of which library an entry is about. */
  #shownAs({ themeId, connectionId, goesTo, isOfOtherLibrary }: Entry): string {
    const place = goesTo ?? this.#placeOf(connectionId);
    return this.#world.themeShown(themeId, place, isOfOtherLibrary === true);
  }

  items() {
    return this.#items();
  }
}

/** An entry of the outbox. */
type Entry = Awaited<ReturnType<EventPlayer['items']>>[number];

const isOf =
  (target: { themeId: string; connectionId: string }) =>
  (item: { themeId: string; connectionId: string }): boolean =>
    item.themeId === target.themeId && item.connectionId === target.connectionId;
