import type { OutboxFixture } from './fixture-outbox';

/** What a person does at each state that waits for one; they look at the service before they say. */
export async function asAPerson(
  made: OutboxFixture,
  practice: OutboxFixture['practice'] = made.practice,
): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await made.drained();
    const items = await made.items();
    if (items.length === 0) return;
    for (const { themeId, connectionId } of items) {
      const place = { themeId, connectionId };
      const known = new Set(
        await Promise.all(
          made.ids.map(async (id) => {
            const { publications } = await made.document(id);
            return Object.values(publications)[0]?.templateId;
          }),
        ),
      );
      // As it is by now: one answer can settle another one.
      const item = (await made.items()).find(
        (each) => each.themeId === themeId && each.connectionId === connectionId,
      );
      switch (item?.why) {
        case undefined:
        case 'sending':
        case 'turn':
        case 'retry':
        case 'asked':
        case 'unreachable':
        case 'answered':
        case 'unnoted':
        case 'held':
          // It goes by itself.
          break;
        case 'decision': {
          const found = practice
            .state()
            .templates.find(({ id, name }) => name === item.name && !known.has(id));
          await made.outbox.handlers.decide(
            found
              ? { ...place, decision: 'published', templateId: found.id }
              : { ...place, decision: 'sendAgain' },
          );
          break;
        }
        case 'tokenRefused':
          made.outbox.tokenReplaced(item.connectionId);
          break;
        case 'refused':
          await made.outbox.handlers.retry({ only: place });
          break;
        case 'paused':
        case 'problem':
        case 'elsewhere':
        case 'unreadable':
        case 'themeMissing':
        case 'otherLibrary':
        case 'tokenMissing':
          throw new Error(`nothing to do for a person: ${item.why}`);
      }
    }
  }
}
