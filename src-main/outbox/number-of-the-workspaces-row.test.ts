/**
 * What a service made of a theme is told where it is another thing than was sent. A service writes the number of the
 * workspace's row into the template that it saved (a foreign key), while the workspace that Foyer sent is a text. The
 * number is no writing of that, and says nothing of another one; it is told as a workspace that the service changed.
 */
import { expect, it } from 'vitest';
import { readTemplateAnswer } from './template-answer';

const request = {
  operation: 'saveThemeTemplate' as const,
  method: 'PUT' as const,
  url: 'https://bots.example/api/v1/workspaces/w1/themeTemplates/t1',
  body: JSON.stringify({ workspaceId: 'w1', name: 'Dawn', theme: {} }),
};

it.each([
  ['the control: none', {}],
  ['the control: its id', { workspaceId: 'w1' }],
  ['the number of its row', { workspaceId: 981 }],
])('tells of no other workspace: %s', (_, ids) => {
  const body = { themeTemplate: { id: 't1', name: 'Dawn', theme: {}, ...ids } };
  expect(readTemplateAnswer(request, 't1', body).rewrites).toEqual([]);
});
