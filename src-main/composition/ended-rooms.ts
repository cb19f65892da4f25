/**
 * Ends rooms: all of them begin to end before this returns, in their order. One that can't end is
 * logged under its name and holds up no other one, nor what comes after. Never rejects.
 */
export async function endRooms(
  ends: Readonly<Record<string, () => Promise<void> | void>>,
  log: { error(event: string, fields: object): void },
): Promise<void> {
  const ending = Object.entries(ends).map(async ([room, end]) => {
    try {
      await end();
    } catch (error) {
      log.error('main.roomNotEnded', { room, error: String(error) });
    }
  });
  await Promise.all(ending);
}
