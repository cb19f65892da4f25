/**
 * A person restores an earlier version with a double-click: that counts once, as on the buttons beside it. Activity tells of
 * what was done, and that was done once.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import type { LocalAction } from '@shared/activity';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { reports } from '../../ui/reports.svelte';
import VersionBar from './VersionBar.svelte';

afterEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});

it.each([
  ['with a click', 'click'],
  ['with a double-click', 'dblClick'],
] as const)('is restored once, %s', async (_name, press) => {
  const { library, ids } = await outboxFixture();
  const [id = ''] = ids;
  const actions: LocalAction['kind'][] = [];
  library.onDone(({ kind }) => actions.push(kind));
  installFakeMain({ library: library.handlers });
  await library.handlers.keepVersion({ id, name: 'Approved' });
  await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.experiment{}' }] });
  const open = new OpenThemeState(id);
  await open.refresh();
  const versions = new ThemeVersionsState(open);
  await versions.refresh();
  const approved = versions.list?.versions.find(({ name }) => name === 'Approved');
  if (!approved) throw new Error('there is no such version');
  await versions.look(approved);
  const { shown } = versions;
  if (!shown) throw new Error('it is not shown');
  render(VersionBar, { versions, shown, isReadOnly: false });

  await userEvent.setup()[press](screen.getByRole('button', { name: 'Restore' }));

  await waitFor(() => expect(open.theme?.customCss).toBe('.a{}'));
  await open.settled();
  expect(actions.filter((kind) => kind === 'versionRestored')).toHaveLength(1);
});
