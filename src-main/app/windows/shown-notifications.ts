/** Keeps notifications for as long as a person may click them. */

/** What of Electron's notification counts here. */
export interface Shown {
  on(event: 'click', listener: () => void): unknown;
  on(event: 'close', listener: (details?: { reason?: string }) => void): unknown;
  on(event: 'failed', listener: (event: unknown, error: string) => void): unknown;
  show(): void;
}

export interface ShownNotifications {
  show(notification: Shown, onClick: () => void): void;
  /** How many can be clicked. */
  count(): number;
}

/** The systems' lists of what was notified keep more; of older ones the click is lost. */
const mostKept = 20;

/**
 * Electron collects a notification that nobody holds, and its click with it. So each is held until it
 * is clicked or closed. Windows says of one that it closed when it only moved to the list of what was
 * missed, where it can still be clicked.
 *
 * @param onFailed the system refused to show one; the sentence is the system's
 */
export function createShownNotifications(onFailed: (detail: string) => void): ShownNotifications {
  const held = new Set<Shown>();
  return {
    show(notification, onClick) {
      held.add(notification);
      const [oldest] = held;
      if (held.size > mostKept && oldest) held.delete(oldest);
      notification.on('click', () => {
        held.delete(notification);
        onClick();
      });
      notification.on('close', (details) => {
        if (details?.reason !== 'timedOut') held.delete(notification);
      });
      notification.on('failed', (_event, error) => {
        held.delete(notification);
        onFailed(error);
      });
      notification.show();
    },
    count: () => held.size,
  };
}
