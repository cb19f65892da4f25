/**
 * The guide: “headers and fields that sound secret, are removed before anything is recorded, however the service wrote them”. A gateway
 * that puts its own credentials in the place of the person's has a service behind it that prints them with its error: as Python, Ruby,
 * PHP and JavaScript print an object, as HTTP writes a header, or as a list of names and values.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const secret = 'kJ8s0aQ2vW9xLmPz7tYb';
const { answer } = createRedaction({
  ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true },
});
const said = (message: string) => JSON.stringify({ message });

it.each([
  ['the control: JSON', said(JSON.stringify({ api_key: secret }))],
  ['Python', said(`Upstream refused {'method': 'PUT', 'api_key': '${secret}'}`)],
  ['Ruby', said(`Parameters: {"api_key"=>"${secret}"}`)],
  ['Ruby 3.4', said(`Parameters: {api_key: "${secret}"}`)],
  ['PHP', said(`Array ( [api_key] => ${secret} )`)],
  ['JavaScript', said(`AxiosError: { headers: { 'X-Api-Key': '${secret}' } }`)],
  ['a header in a text', `PUT /v1/themes HTTP/1.1\r\nX-Api-Key: ${secret}\r\n`],
  ['a header in a message', said(`Upstream refused Authorization: Bearer ${secret}`)],
  ['a list', JSON.stringify({ headers: [{ name: 'Authorization', value: `Bearer ${secret}` }] })],
])('is taken out as it is printed by %s', (_, body) => {
  expect(answer(body)).not.toContain(secret);
});
