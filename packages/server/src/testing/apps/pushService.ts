import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { startBareServer } from '#testing/server/bareServers'

/** What a browser was sent, opened with its own keys. */
export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  payload: Record<string, unknown>
}

/** A push service over HTTP, with browsers that open what it takes for them (RFC 8188, 8291, 8292). It stops with its test. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const browsers = new Map<string, ReturnType<typeof createBrowser>>()
  const service = {
    received,
    /** Answers each request; with 201 unless a test says otherwise. */
    answer: (_path: string, response: ServerResponse): unknown => response.writeHead(201).end(),
    /** The bodies of what was shown. */
    bodies: () => received.map(({ payload }) => payload['body']),
    /** A browser that takes pushes at an address of its own. */
    subscribe(name: string) {
      const browser = createBrowser()
      browsers.set(`/push/${name}`, browser)
      return { endpoint: `${url}/push/${name}`, p256dh: browser.p256dh, auth: browser.auth }
    },
  }
  const url = await startBareServer(async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    await once(request, 'end')
    const path = request.url ?? ''
    const payload = JSON.parse(browsers.get(path)!.open(Buffer.concat(parts)).toString())
    received.push({ path, headers: request.headers, payload })
    service.answer(path, response)
  })
  return { ...service, url, service }
}

function createBrowser() {
  const curve = createECDH('prime256v1')
  const [publicKey, auth] = [curve.generateKeys(), randomBytes(16)]
  return { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url'), open }

  /** RFC 8291, with one record. */
  function open(body: Buffer): Buffer {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
    const [serverKey, record] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
    const secret = derive(auth, curve.computeSecret(serverKey), info, 32)
    const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    // The last record ends with a 2 and zeros.
    return padded.subarray(0, padded.lastIndexOf(2))
  }
}

function derive(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/** RFC 8292: the claims with which a server says who it is, if `publicKey` has signed them. */
export function readVapid(authorization: string | undefined, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (key !== publicKey || !signed) throw new Error('It is not signed with this key.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}
