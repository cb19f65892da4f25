/** One sequence of all that can happen around publishing. */
import { randomBelow } from '../../testing/seeded-random';
import { oneTurn } from '../../testing/memory-world';
import type { VirtualTime } from '../../testing/virtual-time';
import { EventPlayer } from './publish-event-player';
import type { Run } from './publish-events';
import { PublishWorld } from './publish-world';

/** Goes through it, and then all is well again; what was not as it must be. */
export async function goThrough(time: VirtualTime, run: Run): Promise<readonly string[]> {
  const world = new PublishWorld(time, run.seed, 2, run.places);
  const player = new EventPlayer(world);
  await world.start();
  for (const event of run.events) {
    world.note('happens', event);
    const { acts } = world.model;
    await player.happens(event);
    // What a person asks for holds until it is done.
    if (world.model.acts > acts) world.model.acts += 1;
    for (let turns = randomBelow(6); turns > 0; turns -= 1) await oneTurn();
    // No two things happen in the same moment.
    await time.pass(1 + randomBelow(3), oneTurn);
    await player.afterAKill();
    if (world.model.wrong.length > 0) break;
  }
  if (world.model.wrong.length === 0) await player.endsWell();
  const { wrong } = world.model;
  await world.quit();
  return wrong;
}
