import { describe, expect, test } from 'vitest'
import { startBareServer } from '#testing/server/bareServers'
import { Clock } from '#store/clock'
import { AppHttpClient } from './appHttpClient.ts'
import { nameResolver } from './resolveName.ts'

const clock = new Clock()
const resolveName = nameResolver()
const local = new AppHttpClient(clock, ['loopback'])
const secret = 'shh'

function post(url: string, client = local, body = '{"type":"event_callback"}') {
  return client.post({ url, secret, contentType: 'application/json', body, headers: { 'x-slack-retry-num': '1' } })
}

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
    'http://number.test:PORT/',
    'http://hex.test:PORT/',
    'http://octal.test:PORT/',
    'http://short.test:PORT/',
    'http://space.test:PORT/',
    'http://zone.test:PORT/',
    'http://any.test:PORT/',
    'http://name.test:PORT/',
    'http://empty.test:PORT/',
    'http://mixedlater.test:PORT/',
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
    'number.test': ['2130706433'],
    'hex.test': ['0x7f000001'],
    'octal.test': ['0177.0.0.1'],
    'short.test': ['127.1'],
    'space.test': [' 127.0.0.1'],
    'zone.test': ['fe80::1%lo'],
    'any.test': ['0.0.0.0'],
    'name.test': ['localhost'],
    'empty.test': [''],
    'mixedlater.test': ['93.184.215.14', '93.184.215.15', '::ffff:127.0.0.1'],
  }

  test.each(literal)('is not connected to: %s', async (url) => {
    let asked = false
    const here = await startBareServer(() => (asked = true))
    const resolve = async (name: string) => names[name] ?? resolveName(name)
    const client = new AppHttpClient(clock, [], resolve)
    const reply = await post(url.replace('PORT', new URL(here).port), client)
    expect(reply.failure).toBe('connection_failed')
    expect(asked).toBe(false)
  })

  test('is connected to if the setting names it, and its neighbour is not', async () => {
    const url = await startBareServer((_, response) => response.end())
    expect(await post(url, new AppHttpClient(clock, ['127.0.0.0/24']))).toMatchObject({ failure: undefined })
    expect(await post(url, new AppHttpClient(clock, ['127.0.1.0/24', 'private']))).toMatchObject({
      failure: 'connection_failed',
    })
  })

  test('a name that resolves differently the second time is connected to at the address that was checked', async () => {
    let asked = 0
    const here = await startBareServer((_, response) => {
      asked++
      response.end()
    })
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    const client = new AppHttpClient(clock, ['127.0.0.2/32'], async () => answers.shift() ?? [])
    const url = `http://rebinds.test:${new URL(here).port}/`
    await post(url, client)
    expect(answers).toHaveLength(1)
    expect(await post(url, client)).toMatchObject({ failure: 'connection_failed' })
    expect(asked).toBe(0)
  })

  test('a port below 1024 other than 80 and 443 is not connected to on the public internet', async () => {
    const client = new AppHttpClient(clock, [], async () => ['93.184.215.14'])
    expect(await post('http://mail.test:25/', client)).toMatchObject({ detail: expect.stringContaining('port 25') })
  })

  test('a resolver that hangs is http_timeout, one that fails is connection_failed', async () => {
    const hangs = new AppHttpClient(clock, [], () => {
      clock.advance(3000)
      return new Promise(() => {})
    })
    expect(await post('http://hangs.test/', hangs)).toMatchObject({ failure: 'http_timeout' })
    const fails = new AppHttpClient(clock, [], () =>
      Promise.reject(Object.assign(new Error('No such name.'), { code: 'ENOTFOUND' })),
    )
    expect(await post('http://fails.test/', fails)).toMatchObject({ failure: 'connection_failed' })
  })
})
