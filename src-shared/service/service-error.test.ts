/** The words of a refusal are found in the bodies that services have for it. */
import { expect, it } from 'vitest';
import { readServiceError } from './answers';

const limit = 'You have reached the limit of 10 themes';
const required = 'This field is required.';

it.each<[string, unknown, { message: string; code?: string; issues?: object[] }]>([
  ['documented', { message: limit, code: 'LIMIT' }, { message: limit, code: 'LIMIT' }],
  [
    'documented, with issues',
    { message: '', issues: [{ message: 'Required', path: ['theme', 0] }, { message: 'No' }] },
    { message: '', issues: [{ message: 'Required', path: 'theme.0' }, { message: 'No' }] },
  ],
  ['Express', { error: limit }, { message: limit }],
  ['beside the status', { statusCode: 403, error: limit }, { message: limit }],
  [
    'NestJS',
    { statusCode: 400, message: ['name is required', 'theme is required'], error: 'Bad Request' },
    { message: 'name is required\ntheme is required', code: 'Bad Request' },
  ],
  [
    'an error object',
    { error: { code: 'limit_reached', message: limit, issues: [{ message: 'No', path: 'name' }] } },
    { message: limit, code: 'limit_reached', issues: [{ message: 'No', path: 'name' }] },
  ],
  [
    'OAuth',
    { error: 'invalid_token', error_description: 'The token expired' },
    { message: 'The token expired', code: 'invalid_token' },
  ],
  [
    'problem+json',
    { type: 'about:blank', title: 'Forbidden', status: 403, detail: limit },
    { message: limit },
  ],
  [
    'problem+json with places',
    { title: 'Invalid', errors: [{ detail: 'Required', pointer: '#/name' }] },
    { message: 'Invalid', issues: [{ message: 'Required', path: '#/name' }] },
  ],
  ['FastAPI', { detail: limit }, { message: limit }],
  [
    'FastAPI with places',
    { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'missing' }] },
    { message: '', issues: [{ message: 'field required', path: 'body.name' }] },
  ],
  ['a list of errors', { errors: [{ message: limit }, 'No'] }, { message: `${limit}\nNo` }],
  [
    'express-validator',
    { errors: [{ msg: 'Invalid value', param: 'name' }] },
    { message: '', issues: [{ message: 'Invalid value', path: 'name' }] },
  ],
  [
    'Laravel',
    { message: 'Invalid.', errors: { name: [required, 'Too short.'], theme: required } },
    {
      message: 'Invalid.',
      issues: [
        { message: required, path: 'name' },
        { message: 'Too short.', path: 'name' },
        { message: required, path: 'theme' },
      ],
    },
  ],
  [
    'ASP.NET',
    { title: 'Errors occurred.', status: 400, errors: { '': ['Empty.'], Name: [required] } },
    { message: 'Empty.', issues: [{ message: required, path: 'Name' }] },
  ],
  [
    'Django REST',
    { name: [required], theme: [required] },
    {
      message: '',
      issues: [
        { message: required, path: 'name' },
        { message: required, path: 'theme' },
      ],
    },
  ],
])('%s', (_, body, { issues = [], ...found }) => {
  expect(readServiceError(body)).toEqual({ ...found, issues });
});

it.each([
  [null],
  [[]],
  [limit],
  [{}],
  [{ message: 1, code: 2 }],
  [{ error: true, status: 'no' }],
  [{ error: ' ' }],
  [{ errors: [] }],
  [{ errors: [1, null, {}] }],
  [{ name: [required], count: 2 }],
  [{ name: [] }],
])('nothing is found in %j', (body) => {
  expect(readServiceError(body)).toBeUndefined();
});

it('so many are read, and no more', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({
    message: 'No',
    path: `a${String(at)}`,
  }));
  expect(readServiceError({ errors: many })?.issues).toHaveLength(100);
  const texts = many.map(({ path }) => path);
  expect(readServiceError({ errors: texts })?.message.split('\n')).toHaveLength(100);
  expect(readServiceError({ errors: { a: texts, b: texts } })?.issues).toHaveLength(100);
});
