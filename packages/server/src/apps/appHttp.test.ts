import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTls } from 'node:https'
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { resetClock, turnClock } from '#domain/clock'
import { AppHttp } from './appHttp.ts'

const local = new AppHttp(['loopback'])
const secret = 'shh'

function post(url: string, door = local, body = '{"type":"event_callback"}') {
  return door.post({ url, secret, contentType: 'application/json', body, headers: { 'x-slack-retry-num': '1' } })
}

test('[EVT-8] a request is a POST, signed, with its content type and nothing added to it', async () => {
  const seen: { request: IncomingMessage; body: string }[] = []
  const url = await anApp((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push({ request, body })
      response.end('fine')
    })
  })
  const before = Math.floor(Date.now() / 1000)
  const reply = await post(`${url}/slack/events?x=1`, local, 'payload=%7B%7D')
  expect(reply).toMatchObject({ failure: undefined, status: 200, body: 'fine', cut: false })
  const [{ request, body } = expect.fail()] = seen
  expect([request.method, request.url, body]).toEqual(['POST', '/slack/events?x=1', 'payload=%7B%7D'])
  expect(request.headers).toMatchObject({
    host: new URL(url).host,
    'content-type': 'application/json',
    'x-slack-retry-num': '1',
  })
  const time = String(request.headers['x-slack-request-timestamp'])
  expect(Number(time)).toBeGreaterThanOrEqual(before)
  const digest = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
  expect(request.headers['x-slack-signature']).toBe(`v0=${digest}`)
})

test('[EVT-8] without a signing secret nothing is sent', async () => {
  const url = await anApp(() => expect.fail('It was asked.'))
  const reply = await local.post({ url, secret: null, contentType: 'application/json', body: '{}' })
  expect(reply.failure).toBe('unknown_error')
})

describe('[EVT-8] an answer', () => {
  test.each([
    [200, undefined],
    [204, undefined],
    [400, 'http_error'],
    [404, 'http_error'],
    [410, 'http_error'],
    [500, 'http_error'],
  ])('of %i is %s', async (status, failure) => {
    const url = await anApp((_, response) => response.writeHead(status, { 'x-slack-no-retry': '1' }).end())
    expect(await post(url)).toMatchObject({ failure, status, headers: { 'x-slack-no-retry': '1' } })
  })

  test('is read up to 64 KiB, however long it is', async () => {
    const url = await anApp((_, response) => {
      const more = () => void (response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(more)))
      more()
    })
    const reply = await post(url)
    expect([reply.failure, reply.body.length, reply.cut]).toEqual([undefined, 65_536, true])
  })

  test.each([
    ['that never comes', () => {}],
    ['whose body never ends', (_: unknown, response: { write: (text: string) => unknown }) => response.write('{')],
  ])('%s is http_timeout after 3 seconds', async (_, listener) => {
    const url = await anApp(listener)
    const began = performance.now()
    expect(await post(url)).toMatchObject({ failure: 'http_timeout', status: undefined })
    expect(performance.now() - began).toBeLessThan(3600)
    expect(performance.now() - began).toBeGreaterThan(2900)
  })

  test('that takes 2.9 seconds is in time', async () => {
    const url = await anApp((_, response) => void setTimeout(() => response.end(), 2900))
    expect(await post(url)).toMatchObject({ failure: undefined, status: 200 })
  })

  test("is waited for by the server's clock", async () => {
    onTestFinished(resetClock)
    const url = await anApp(() => turnClock(3000))
    const began = performance.now()
    expect(await post(url)).toMatchObject({ failure: 'http_timeout' })
    expect(performance.now() - began).toBeLessThan(1000)
  })

  test('that is no HTTP is http_error', async () => {
    const url = await listening(createTcp((socket) => socket.end('Hello\r\n\r\n')))
    expect(await post(url)).toMatchObject({ failure: 'http_error' })
  })

  test('that breaks off is connection_failed', async () => {
    const url = await anApp((request) => request.socket.destroy())
    expect(await post(url)).toMatchObject({ failure: 'connection_failed' })
  })

  test('of nobody is connection_failed', async () => {
    const server = createServer()
    const url = await listening(server)
    server.close()
    await once(server, 'close')
    expect(await post(url)).toMatchObject({ failure: 'connection_failed' })
  })

  test('without a certificate that holds is ssl_error', async () => {
    const url = await listening(createTls((_, response) => response.end()))
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({ failure: 'ssl_error' })
  })

  test('in clear where TLS was asked for is ssl_error', async () => {
    const url = await anApp((_, response) => response.end())
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({ failure: 'ssl_error' })
  })
})

describe('[EVT-8] redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed with the same request', async (status) => {
    const seen: string[] = []
    const url = await anApp((request, response) => {
      void bodyOf(request).then((body) => {
        seen.push(`${request.method} ${request.url} ${body}`)
        if (request.url === '/2') response.end('there')
        else response.writeHead(status, { location: request.url === '/' ? '/1' : '/2' }).end()
      })
    })
    expect(await post(url, local, '{}')).toMatchObject({ failure: undefined, body: 'there' })
    expect(seen).toEqual(['POST / {}', 'POST /1 {}', 'POST /2 {}'])
  })

  test('in circles end after two', async () => {
    let asked = 0
    const url = await anApp((_, response) => {
      asked++
      response.writeHead(302, { location: '/' }).end()
    })
    expect(await post(url)).toMatchObject({ failure: 'too_many_redirects' })
    expect(asked).toBe(3)
  })

  test('each address is checked', async () => {
    const url = await anApp((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    )
    expect(await post(url)).toMatchObject({
      failure: 'connection_failed',
      detail: expect.stringContaining('169.254.169.254'),
    })
  })

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://', 'javascript:alert(1)'])(
    'to %s go nowhere',
    async (location) => {
      const url = await anApp((_, response) => response.writeHead(302, { location }).end())
      expect(await post(url)).toMatchObject({ failure: 'connection_failed' })
    },
  )
})

describe('[EVT-9] an address that is not on the public internet', () => {
  const literal = [
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.255.255.254:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://017700000001:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://127。0。0。1:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0:PORT/',
    'http://[::]:PORT/',
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:7f00:1::]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fec0::1]:PORT/',
    'http://[fc00::1]:PORT/',
    'http://[fd00:ec2::254]/latest/meta-data',
    'http://[ff02::1]:PORT/',
    'http://[2001:db8::1]:PORT/',
    'http://[100::1]:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://localhost.:PORT/',
    'http://app.localhost:PORT/',
    'http://localhost\u00AD:PORT/',
    'http://ⓛocalhost:PORT/',
    'http://public.test@127.0.0.1:PORT/',
    'http://public.test:80@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT\\@public.test/',
    'http:\\\\127.0.0.1:PORT\\',
    'http:127.0.0.1:PORT/',
    'http://127.0.0.1:PORT/?u=http://public.test',
    'http://127.0.0.1:PORT#@public.test/',
    'http://10.0.0.1/',
    'http://10.255.255.255/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://169.254.169.254/latest/meta-data',
    'http://169.254.1.1/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:10.0.0.1]/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://192.88.99.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://one.test:PORT/',
    'http://mixed.test:PORT/',
    'http://six.test:PORT/',
    'http://mapped.test:PORT/',
    'http://nothing.test:PORT/',
    'ftp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'unix:///run/x.sock',
    'gopher://127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    'http://',
    'http://[::1',
    'http://127.0.0.1:99999/',
    'nothing',
    '',
  ]
  const names: Record<string, string[]> = {
    'one.test': ['127.0.0.1'],
    'mixed.test': ['93.184.215.14', '127.0.0.1'],
    'six.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'nothing.test': [],
  }

  test.each(literal)('is not asked: %s', async (url) => {
    let asked = false
    const here = await anApp(() => (asked = true))
    const resolve = async (name: string) => names[name] ?? (await import('./resolveName.ts')).resolveName(name)
    const door = new AppHttp([], resolve)
    const reply = await post(url.replace('PORT', new URL(here).port), door)
    expect(reply.failure).toBe('connection_failed')
    expect(asked).toBe(false)
  })

  test('is asked where the setting names it, and its neighbour is not', async () => {
    const url = await anApp((_, response) => response.end())
    expect(await post(url, new AppHttp(['127.0.0.0/24']))).toMatchObject({ failure: undefined })
    expect(await post(url, new AppHttp(['127.0.1.0/24', 'private']))).toMatchObject({ failure: 'connection_failed' })
  })

  test('a name that is another address the second time is asked at the one that was checked', async () => {
    let asked = 0
    const here = await anApp((_, response) => {
      asked++
      response.end()
    })
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    const door = new AppHttp(['127.0.0.2/32'], async () => answers.shift() ?? [])
    const url = `http://rebinds.test:${new URL(here).port}/`
    await post(url, door)
    expect(answers).toHaveLength(1)
    expect(await post(url, door)).toMatchObject({ failure: 'connection_failed' })
    expect(asked).toBe(0)
  })

  test('a port that is no place for apps is not asked on the public internet', async () => {
    const door = new AppHttp([], async () => ['93.184.215.14'])
    expect(await post('http://mail.test:25/', door)).toMatchObject({ detail: expect.stringContaining('port 25') })
  })

  test('a resolver that hangs is http_timeout, and one that fails connection_failed', async () => {
    onTestFinished(resetClock)
    const hangs = new AppHttp([], () => {
      turnClock(3000)
      return new Promise(() => {})
    })
    expect(await post('http://hangs.test/', hangs)).toMatchObject({ failure: 'http_timeout' })
    const fails = new AppHttp([], () =>
      Promise.reject(Object.assign(new Error('No such name.'), { code: 'ENOTFOUND' })),
    )
    expect(await post('http://fails.test/', fails)).toMatchObject({ failure: 'connection_failed' })
  })
})

function anApp(listener: RequestListener | (() => unknown)): Promise<string> {
  return listening(createServer(listener as RequestListener))
}

/** On loopback of IPv4, by its address. */
async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
