import { processorTime } from '@rivulet/blocks/testing/processorTime'
import { describe, expect, test } from 'vitest'
import { decode, type RequestParts, type DecodedCall } from './decode.ts'
import { DecodeError, type DecodeFault } from './decodeError.ts'

const form = 'application/x-www-form-urlencoded'
const json = 'application/json; charset=utf-8'
const multipart = 'multipart/form-data; boundary=b'

describe('[ENV-6] arguments are read', () => {
  test.each<[string, Partial<RequestParts>, object]>([
    [
      'from a form',
      { body: bytes('channel=C1&text=a+b%20%26%C3%A9&empty=&bare') },
      { channel: 'C1', text: 'a b &é', empty: '', bare: '' },
    ],
    ['from a form with bytes of UTF-8', { body: bytes('text=é=1') }, { text: 'é=1' }],
    [
      'from JSON, native values kept',
      { contentType: json, body: bytes('{"a":1,"b":[{"c":true}]}') },
      { a: 1, b: [{ c: true }] },
    ],
    ['from text/plain holding JSON', { contentType: 'text/plain', body: bytes(' {"a":"1"}') }, { a: '1' }],
    ['from text/plain holding a form', { contentType: 'Text/Plain', body: bytes('a=1') }, { a: '1' }],
    ['from multipart', { contentType: multipart, body: parts(['a', '1'], ['b', 'é\r\n2']) }, { a: '1', b: 'é\r\n2' }],
    ['from the query of a POST', { query: 'a=1&b=%20' }, { a: '1', b: ' ' }],
    ['from the query of a GET of a reading method', { method: 'GET', readOnly: true, query: 'a=1' }, { a: '1' }],
    ['from both, and the body wins', { query: 'a=query&b=query', body: bytes('a=body') }, { a: 'body', b: 'query' }],
    ['from a form, the last of a name winning', { body: bytes('a=1&&a=2&') }, { a: '2' }],
    [
      'from multipart, the last of a name winning',
      { contentType: multipart, body: parts(['a', '1'], ['a', '2']) },
      { a: '2' },
    ],
    ['without the byte order mark of a form', { body: bytes('\uFEFFa=1') }, { a: '1' }],
    ['without the byte order mark of JSON', { contentType: json, body: bytes('\uFEFF{"a":1}') }, { a: 1 }],
    ['with bytes that are no UTF-8 replaced', { body: bytes('a=é%FF') }, { a: 'é\uFFFD' }],
  ])('%s', async (_, call, args) => {
    expect({ ...(await decoded(call)).args }).toEqual(args)
  })

  test.each([form, json, 'application/json', multipart, 'text/plain; charset=koi8-r', 'image/png', undefined])(
    'from an empty body under %s there are none',
    async (contentType) => {
      expect(await decoded({ contentType, body: bytes('') })).toMatchObject({ args: {}, warnings: [] })
    },
  )

  test('files of a multipart body are ignored', async () => {
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG\r\n'
    const body = Buffer.concat([bytes(file), parts(['a', '1'])])
    expect({ ...(await decoded({ contentType: multipart, body })).args }).toEqual({ a: '1' })
  })

  test.each<[string, Partial<RequestParts>]>([
    ['a form', { contentType: `${form}; charset=ISO-8859-1`, body: Buffer.from('a=\xe9%E9', 'latin1') }],
    [
      'JSON',
      { contentType: 'application/json; charset="iso-8859-1"', body: Buffer.from('{"a":"\xe9\xe9"}', 'latin1') },
    ],
    ['multipart', { contentType: `${multipart}; charset=iso-8859-1`, body: latinParts('a', '\xe9\xe9') }],
  ])('%s in iso-8859-1 is decoded', async (_, call) => {
    expect({ ...(await decoded(call)).args }).toEqual({ a: 'éé' })
  })

  test.each<[string, DecodeFault['error'], Partial<RequestParts>]>([
    ['a GET of a writing method', 'invalid_post_type', { method: 'GET', query: 'a=1' }],
    ['a PUT', 'invalid_post_type', { method: 'PUT', readOnly: true }],
    ['another content type', 'invalid_post_type', { contentType: 'application/xml', body: bytes('<a/>') }],
    ['a body without a content type', 'missing_post_type', { contentType: undefined, body: bytes('a=1') }],
    ['another charset', 'invalid_charset', { contentType: 'application/json; charset=utf-16', body: bytes('{}') }],
    ['a malformed escape', 'invalid_form_data', { body: bytes('a=100%') }],
    ['a malformed escape of a name', 'invalid_form_data', { body: bytes('%zz=1') }],
    ['a malformed escape next to bytes that are not UTF-8', 'invalid_form_data', { body: bytes('a=%FF%2') }],
    ['a malformed escape of the query', 'invalid_form_data', { query: 'a=%' }],
    [
      'multipart without a boundary',
      'invalid_form_data',
      { contentType: 'multipart/form-data', body: parts(['a', '1']) },
    ],
    ['multipart that is cut', 'invalid_form_data', { contentType: multipart, body: parts(['a', '1']).subarray(0, -8) }],
    [
      'multipart with a part without a name',
      'invalid_form_data',
      { contentType: multipart, body: bytes('--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--') },
    ],
    ['broken JSON', 'invalid_json', { contentType: json, body: bytes('{"a":') }],
    ['broken JSON as text/plain', 'invalid_json', { contentType: 'text/plain', body: bytes('{a=1}') }],
    ['a JSON array', 'json_not_object', { contentType: json, body: bytes('[]') }],
    ['JSON null', 'json_not_object', { contentType: json, body: bytes('null') }],
    ['a JSON string', 'json_not_object', { contentType: json, body: bytes('"a"') }],
  ])('%s is %s', async (_, error, call) => {
    expect(await fault(call)).toEqual({ error, detail: expect.stringMatching(/^[A-Z].{20,}\.$/) })
  })
})

describe('[ENV-7] a token', () => {
  test.each<[string, Partial<RequestParts>, Partial<DecodedCall>]>([
    ['of a form is separated', { body: bytes('token=xoxb-1&a=1') }, { bodyToken: 'xoxb-1', queryToken: false }],
    ['of JSON is separated', { contentType: json, body: bytes('{"token":"xoxb-1","a":"1"}') }, { bodyToken: 'xoxb-1' }],
    ['of a query is dropped and noted', { query: 'token=xoxb-1&a=1' }, { bodyToken: undefined, queryToken: true }],
    [
      'of a query next to one in the body',
      { query: 'token=x', body: bytes('token=y&a=1') },
      { bodyToken: 'y', queryToken: true },
    ],
    ['that is empty is ignored', { body: bytes('token=&a=1') }, { bodyToken: undefined }],
    [
      'that is not a string is ignored',
      { contentType: json, body: bytes('{"token":1,"a":"1"}') },
      { bodyToken: undefined },
    ],
  ])('%s', async (_, call, expected) => {
    const { args, ...rest } = await decoded(call)
    expect(rest).toMatchObject(expected)
    expect({ ...args }).toEqual({ a: '1' })
  })
})

describe('[ENV-8] limits', () => {
  const many = Array.from({ length: 1001 }, (_, i) => `a${i}`)

  test.each<[string, Partial<RequestParts>]>([
    ['in a form', { body: bytes(many.join('&')) }],
    ['in JSON', { contentType: json, body: bytes(JSON.stringify(Object.fromEntries(many.map((name) => [name, 1])))) }],
    ['in multipart', { contentType: multipart, body: parts(...many.map((name): [string, string] => [name, ''])) }],
    ['in query and body together', { query: many.slice(0, 500).join('&'), body: bytes(many.slice(500).join('&')) }],
  ])('1,001 arguments %s are too many', async (_, call) => {
    expect(await fault(call)).toEqual({ error: 'invalid_arguments', detail: expect.stringContaining('1000') })
  })

  test('1,000 arguments are fine', async () => {
    const { args } = await decoded({ body: bytes(many.slice(1).join('&')) })
    expect(Object.keys(args)).toHaveLength(1000)
  })

  test('JSON has at most 64 levels, with the root', async () => {
    const nested = (depth: number) => bytes(`{"a":${'['.repeat(depth - 1)}"]]\\"]"${']'.repeat(depth - 1)}}`)
    expect((await decoded({ contentType: json, body: nested(64) })).args).toHaveProperty('a')
    expect(await fault({ contentType: json, body: nested(65) })).toEqual({
      error: 'invalid_arguments',
      detail: expect.stringContaining('64'),
    })
  })

  test.each([
    ['deep JSON', json, `{"a":${'[1,'.repeat(250_000)}1`],
    ['JSON of quotes', json, `{"a":"${'\\"'.repeat(500_000)}"}`],
    ['JSON of backslashes', json, `{"a":"${'\\\\'.repeat(500_000)}"}`],
    ['a form without values', form, 'a&'.repeat(500_000)],
    ['a form of escapes', form, `a=${'%FF'.repeat(340_000)}`],
    ['a form of broken escapes', form, `a=${'%'.repeat(1_000_000)}`],
    ['text of white space', 'text/plain', ' '.repeat(1_000_000)],
  ])('a mebibyte of %s is decoded fast', async (_, contentType, body) => {
    const call = { contentType, body: bytes(body) }
    const started = processorTime()
    await decoded(call).catch(() => undefined)
    // It needs less than 50 ms. The limit is higher, because other work pushes its data out of the caches.
    expect(processorTime() - started).toBeLessThan(250)
  })
})

describe('[ORD] step 5: names of arguments', () => {
  test.each<[string, DecodeFault['error'] | undefined]>([
    ['thread_ts', undefined],
    ['a'.repeat(255), undefined],
    ['a'.repeat(256), 'invalid_arg_name'],
    ['', 'invalid_arg_name'],
    ['thread-ts', 'invalid_arg_name'],
    ['café', 'invalid_arg_name'],
    ['a b', 'invalid_arg_name'],
    ['users[]', 'invalid_array_arg'],
    ['users[0]', 'invalid_array_arg'],
    ['users[0][name]', 'invalid_array_arg'],
  ])('%j is %s', async (name, error) => {
    const escaped = encodeURIComponent(name)
    for (const call of [
      { body: bytes(`ok=1&${escaped}=1`) },
      { query: `ok=1&${escaped}=1` },
      { contentType: json, body: bytes(JSON.stringify({ ok: 1, [name]: 1 })) },
    ]) {
      if (error) expect(await fault(call)).toMatchObject({ error })
      else expect((await decoded(call)).args).toHaveProperty(name)
    }
  })

  test('is reported after a body that is malformed further on', async () => {
    expect(await fault({ body: bytes('users[]=1&a=%') })).toMatchObject({ error: 'invalid_form_data' })
  })

  test('JSON sent as a form is reported as such', async () => {
    expect((await fault({ body: bytes('{"channel":"C1"}') })).detail).toContain('looks like JSON')
  })

  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('%s is an ordinary name', async (name) => {
    for (const call of [
      { body: bytes(`${name}=1`) },
      { query: `${name}=1` },
      { contentType: json, body: bytes(`{"${name}":{"polluted":1}}`) },
      { contentType: multipart, body: parts([name, '1']) },
    ]) {
      const { args } = await decoded(call)
      expect(Object.getPrototypeOf(args)).toBeNull()
      expect(Object.keys(args)).toEqual([name])
    }
    expect('polluted' in {}).toBe(false)
  })
})

describe('[ENV-5] a charset', () => {
  const body = bytes('{}')
  test.each<[string, string, Buffer, DecodedCall['warnings']]>([
    ['missing for JSON', 'application/json', body, ['missing_charset']],
    ['missing for text/plain', 'text/plain', body, ['missing_charset']],
    ['superfluous for a form', `${form}; charset=utf-8`, bytes('a=1'), ['superfluous_charset']],
    ['superfluous for multipart', `${multipart}; charset=utf-8`, parts(['a', '1']), ['superfluous_charset']],
    ['right for JSON', 'application/json;charset=UTF-8', body, []],
    ['quoted for JSON', 'Application/JSON; Charset = "utf-8"', body, []],
    ['absent for a form', form, bytes('a=1'), []],
  ])('is %s', async (_, contentType, sent, warnings) => {
    expect((await decoded({ contentType, body: sent })).warnings).toEqual(warnings)
  })
})

async function decoded(call: Partial<RequestParts>): Promise<DecodedCall> {
  return decode({ method: 'POST', contentType: form, query: '', body: bytes(''), readOnly: false, ...call })
}

async function fault(call: Partial<RequestParts>): Promise<DecodeFault> {
  const error = await decoded(call).catch((reason: unknown) => reason)
  if (error instanceof DecodeError) return error.fault
  throw new Error(`not refused: ${JSON.stringify(error)}`)
}

function bytes(text: string): Buffer {
  return Buffer.from(text)
}

function parts(...fields: [string, string][]): Buffer {
  const texts = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return bytes(`${texts.join('')}--b--\r\n`)
}

function latinParts(name: string, value: string): Buffer {
  return Buffer.from(parts([name, value]).toString(), 'latin1')
}
