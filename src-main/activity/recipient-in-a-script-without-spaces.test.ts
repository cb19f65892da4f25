/**
 * The guide: an export masks “the recipient of a preview, even where the answer repeats them”. A recipient of fewer than eight letters is
 * looked for as a word, with no letter at either side. Chinese, Japanese, Thai and Korean names are that short, and their sentences
 * go on without a space, or with a syllable at the name: there a name is never found, and is given away.
 */
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { maskPersonalData } from './export-redaction';

function maskedMessage(to: string, message: string): string {
  const details: ActivityDetails = {
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'startChatAppPreview' },
    ...{ subject: 'bot', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
    outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
    request: {
      ...{ method: 'POST', url: 'https://n.example', headers: {} },
      body: JSON.stringify({ to }),
    },
    answer: null,
  };
  return JSON.stringify(maskPersonalData(details).outcome);
}

it.each([
  ['the control: set apart', '山田太郎', '見つかりません: 山田太郎'],
  ['the control: English', 'mia', 'No user mia here'],
  ['Japanese', '山田太郎', '山田太郎さんは登録されていません'],
  ['Chinese', '李小龙', '用户李小龙不存在'],
  ['Chinese, typed with a space', '李 小龙', '用户 李小龙 不存在'],
  ['Korean', '김민수', '김민수님은 등록되어 있지 않습니다'],
  ['Thai', 'สมชาย', 'ไม่พบผู้ใช้สมชายในระบบ'],
])('%s', (_, to, message) => {
  expect(maskedMessage(to, message)).not.toContain(to.replace(' ', ''));
});
