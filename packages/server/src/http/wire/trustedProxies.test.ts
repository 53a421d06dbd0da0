import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { networkOfOne } from '#domain/access/networks'
import { startServer } from '#testing/server/server'
import { TrustedProxies } from './trustedProxies.ts'

const proxies = new TrustedProxies(['loopback', '10.0.0.0/8', '2001:db8::5'])
const usual = (hops: string) => ({ 'x-forwarded-for': hops })

describe('the address of a caller', () => {
  test.each<[address: string, headers: IncomingHttpHeaders, caller: string, why: string]>([
    ['203.0.113.7', usual('198.51.100.1'), '203.0.113.7', 'a stranger is not believed'],
    ['127.0.0.1', {}, '127.0.0.1', 'a proxy that says nothing asks for itself'],
    ['127.0.0.1', usual(' , '), '127.0.0.1', 'nor does an empty header say anything'],
    ['127.0.0.1', usual('198.51.100.1'), '198.51.100.1', 'a proxy is believed'],
    ['::ffff:127.0.0.1', usual('198.51.100.1'), '198.51.100.1', 'also on a socket of both families'],
    ['2001:db8::5', usual('2001:db8::9'), '2001:db8::9', 'also over IPv6'],
    ['127.0.0.1', usual('192.0.2.1, 198.51.100.1'), '198.51.100.1', 'what the caller wrote in front does not count'],
    ['127.0.0.1', usual('192.0.2.1, 198.51.100.1, 10.1.2.3, 10.1.2.4'), '198.51.100.1', 'several proxies'],
    ['127.0.0.1', usual('10.9.9.9, 10.1.2.3'), '10.9.9.9', 'a caller inside the networks of proxies'],
    ['127.0.0.1', usual('198.51.100.1:4711'), '198.51.100.1', 'a port'],
    ['127.0.0.1', usual('[2001:db8::9]:4711'), '2001:db8::9', 'a port, over IPv6'],
    ['127.0.0.1', usual('garbage'), '', 'what is no address'],
    ['127.0.0.1', usual('198.51.100.1, unknown'), '', 'what is no address, behind one'],
    ['127.0.0.1', usual('garbage, 198.51.100.1'), '198.51.100.1', 'what is no address, in front of the caller'],
    ['127.0.0.1', usual('fe80::1%eth0'), '', 'an address with a zone'],
    ['127.0.0.1', usual('127.0.0.1, '.repeat(500)), '127.0.0.1', 'a long way'],
    ['127.0.0.1', { forwarded: 'for=198.51.100.1;proto=https' }, '198.51.100.1', 'RFC 7239'],
    ['127.0.0.1', { forwarded: 'For="[2001:db8::9]:4711"; by=10.0.0.1' }, '2001:db8::9', 'RFC 7239 over IPv6'],
    ['127.0.0.1', { forwarded: 'for=192.0.2.1, for=198.51.100.1;by=x, for=10.0.0.2' }, '198.51.100.1', 'its hops'],
    ['127.0.0.1', { forwarded: 'for=_hidden' }, '', 'a name that hides an address'],
    ['127.0.0.1', { forwarded: 'proto=https' }, '', 'an element that names nobody'],
    ['127.0.0.1', { forwarded: 'for="198.51.100.1, for=192.0.2.1' }, '', 'a quote that never ends'],
    ['127.0.0.1', { forwarded: 'for=192.0.2.1;x=", for="[2001:db8::9]"' }, '', 'a quote that ends at the next address'],
    ['127.0.0.1', { forwarded: 'for=192.0.2.1;x=", for=198.51.100.1;host="a.example"' }, '', 'or at what follows it'],
    ['127.0.0.1', { forwarded: 'for=192.0.2.1;x="a, \\" b", , for=198.51.100.1' }, '198.51.100.1', 'quotes that end'],
    ['127.0.0.1', { forwarded: 'for="x, for="[2001:db8::9]"' }, '', 'a quote that swallows another'],
    ['127.0.0.1', { ...usual('198.51.100.1'), forwarded: 'for=198.51.100.1' }, '198.51.100.1', 'both headers agree'],
    ['127.0.0.1', { ...usual('198.51.100.1'), forwarded: 'for=10.0.0.7' }, '', 'one header is made up'],
  ])('[SES-6] of %s with %j is %j: %s', (address, headers, caller) => {
    expect(proxies.callerAddress(address, headers)).toBe(caller)
  })

  test('[SES-6] is that of the connection if no proxy is trusted', () => {
    const none = new TrustedProxies([])
    expect(none.callerAddress('127.0.0.1', usual('198.51.100.1'))).toBe('127.0.0.1')
  })

  test.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('[SES-4] %s is counted as %s', (address, network) => {
    expect(networkOfOne(address)).toBe(network)
  })
})

describe('a call through a trusted proxy', () => {
  test('[SES-6] is allowed or refused by the address of its caller, however it is read', async () => {
    const { request, sendRaw } = await startServer({ trusted_proxies: ['loopback'] })
    const from = (address: string) => ({ authorization: 'Bearer xoxb-acme-fenced', 'x-forwarded-for': address })
    expect((await request('POST', '/api/auth.test', {}, from('203.0.113.7'))).body).toMatchObject({ ok: true })
    expect((await request('GET', '/api/auth.test', undefined, from('203.0.113.7'))).body).toMatchObject({ ok: true })
    for (const method of ['GET', 'POST'])
      expect((await request(method, '/api/auth.test', undefined, from('192.0.2.1'))).body).toMatchObject({
        ok: false,
        error: 'invalid_auth',
      })
    const head = `POST /api/auth.test HTTP/1.1\r\nhost: x\r\nauthorization: Bearer xoxb-acme-fenced\r\ncontent-length: 0\r\n`
    const twice = `${head}X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n`
    expect(await sendRaw(twice, { endAfter: 100 })).toContain('"ok":true')
  })
})
