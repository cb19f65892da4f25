import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createShownNotifications } from './shown-notifications';

/** One of the system's, as far as it matters here. */
class Played extends EventEmitter {
  isShown = false;
  show(): void {
    this.isShown = true;
  }
}

function played() {
  const failures: string[] = [];
  let clicks = 0;
  const shown = createShownNotifications((detail) => failures.push(detail));
  return {
    failures,
    clicks: () => clicks,
    count: () => shown.count(),
    notify() {
      const notification = new Played();
      shown.show(notification, () => (clicks += 1));
      expect(notification.isShown).toBe(true);
      return notification;
    },
  };
}

describe('a notification', () => {
  it('is held until it is clicked, and the click is heard', () => {
    const { notify, count, clicks } = played();
    const notification = notify();
    expect(count()).toBe(1);
    notification.emit('click');
    expect([count(), clicks()]).toEqual([0, 1]);
  });

  it('is held until it is closed, not while it lies in the list of what was missed', () => {
    const { notify, count, clicks } = played();
    const missed = notify();
    missed.emit('close', { reason: 'timedOut' });
    expect(count()).toBe(1);
    missed.emit('click');
    expect(clicks()).toBe(1);
    notify().emit('close', { reason: 'userCanceled' });
    notify().emit('close');
    expect(count()).toBe(0);
  });

  it('that the system refuses is told', () => {
    const { notify, count, failures } = played();
    notify().emit('failed', {}, 'Notifications are not allowed for this application');
    expect(failures).toEqual(['Notifications are not allowed for this application']);
    expect(count()).toBe(0);
  });

  it('is not held for ever', () => {
    const { notify, count } = played();
    for (let many = 0; many < 100; many += 1) notify();
    expect(count()).toBe(20);
  });
});
