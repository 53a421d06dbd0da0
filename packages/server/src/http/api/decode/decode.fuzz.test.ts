import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode } from './decode.ts'
import { DecodeError } from './decodeError.ts'

/** A tenth of the calls that `npm run fuzz -- --runs 1000000` sends. */
const numRuns = Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 20_000) / 10)
const timeout = 30_000 + 10 * numRuns

test(
  '[ENV-8] any bytes of any content type decode to arguments or an error, and change no prototype',
  { timeout },
  async () => {
    const before = Object.getOwnPropertyNames(Object.prototype)

    await fc.assert(
      fc.asyncProperty(media, charset, body, fc.string(), fc.boolean(), async (type, set, sent, query, readOnly) => {
        const call = { method: readOnly ? 'GET' : 'POST', contentType: type + set, body: sent, query, readOnly }
        const refused = await answer(call).catch((error: unknown) => error)
        if (refused !== undefined) expect(refused).toBeInstanceOf(DecodeError)
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
      }),
      { numRuns },
    )
  },
)

async function answer(call: Parameters<typeof decode>[0]): Promise<undefined> {
  const { args } = await decode(call)
  expect(Object.getPrototypeOf(args)).toBeNull()
}

const words = '{ } [ ] " : , = & % %5B + \\ \r\n \r\n\r\n --b --b-- \uFEFF __proto__ constructor token a 1 é \0'.split(
  ' ',
)
const headers = ['Content-Disposition: form-data; name="a"', '; filename="x"', 'Content-Type: text/plain; charset=x']
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  fc.array(fc.constantFrom(...words, ...headers), { maxLength: 40 }).map((list) => Buffer.from(list.join(''))),
  fc.json().map((text) => Buffer.from(text)),
)
const media = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'image/png',
  '',
  ';',
)
const charset = fc.constantFrom('', '; charset=utf-8', ';charset="iso-8859-1"', '; charset=', '; charset="')
