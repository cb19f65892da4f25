import { expect, it } from 'vitest';
import { readAnswer } from './answer';

function formOf(body: string, contentType = ''): string | undefined {
  const head = { status: 200, headers: { 'content-type': contentType } };
  return readAnswer({ end: 'complete', head, body: Buffer.from(body) })?.form;
}

it.each([
  ['{"a":1}', '', 'json'],
  ['\uFEFF{"a":1}', '', 'json'],
  ['null', 'application/json', 'json'],
  ['', 'application/json', 'empty'],
  [' \n ', '', 'empty'],
  ['{"a":', '', 'malformedJson'],
  ['oops', 'application/json; charset=utf-8', 'malformedJson'],
  ['oops', 'application/problem+json', 'malformedJson'],
  ['<!DOCTYPE html><p>', 'application/json', 'html'],
  ['<html>', '', 'html'],
  ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', '', 'html'],
  ['<?xml version="1.0"?><!-- a --><html>', 'application/xml', 'html'],
  ['<?xml version="1.0"?><error>no html</error>', 'application/xml', 'text'],
  // In a time that doesn't double with each comment.
  [`${'<!---->'.repeat(140)}<error/>`, 'application/xml', 'text'],
  ['<p>', 'text/html', 'html'],
  ['Body exceeded 1mb limit', '', 'text'],
  ['"text in quotes [[[["', '', 'json'],
])('%j of type %j is %s', (body, type, form) => {
  expect(formOf(body, type)).toBe(form);
});

it('does not walk into a body that is nothing but depth', () => {
  expect(formOf('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBe('malformedJson');
});

it('is absent when no answer came', () => {
  expect(readAnswer({ end: 'failed', code: 'ECONNRESET', message: '' })).toBeUndefined();
  const stopped = { end: 'stopped', hasStarted: true, body: Buffer.alloc(0) } as const;
  expect(readAnswer(stopped)).toBeUndefined();
});
