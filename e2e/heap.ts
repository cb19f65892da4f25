import type { Page } from '@playwright/test';

/** What is reachable in the page's memory: Chromium collects what is not before it writes. */
export async function heapOf(window: Page): Promise<string> {
  const protocol = await window.context().newCDPSession(window);
  const parts: string[] = [];
  protocol.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await protocol.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await protocol.detach();
  return parts.join('');
}
