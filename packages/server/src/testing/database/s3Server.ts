import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import S3rver from '@20minutes/s3rver'
import { onTestFinished, vi } from 'vitest'
import { listenOnLoopback } from '#testing/server/bareServers'

/** Starts an S3 server with the bucket `files`. It ends with its test; what the library needs is in the environment. */
export async function startS3Server({ checkSignatures = false } = {}) {
  // The names that this server knows.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  const directory = mkdtempSync(join(tmpdir(), 'rivulet-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    // It computes a wrong one for requests that name no object.
    allowMismatchedSignatures: !checkSignatures,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  let closed: Promise<void> | undefined
  const close = () => (closed ??= server.close())
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await close()
    rmSync(directory, { recursive: true, force: true })
  })
  const endpoint = `http://127.0.0.1:${port}`
  return { endpoint, directory, address: `s3://files/team?endpoint=${endpoint}`, close }
}

/** Answers a request to the S3 server in its place, or forwards it. */
export type Interceptor = (req: IncomingMessage, res: ServerResponse, forward: () => Promise<void>) => unknown

/** Starts a proxy to an S3 server. Returns the address of the bucket at the proxy. It ends with its test. */
export async function startS3Proxy(
  { address, endpoint }: { address: string; endpoint: string },
  intercept: Interceptor,
): Promise<string> {
  const server = createServer(
    (req, res) => void intercept(req, res, () => forwardTo(endpoint, req, res).catch(() => void res.destroy())),
  )
  const url = await listenOnLoopback(server)
  onTestFinished(() => server.closeAllConnections())
  return address.replace(endpoint, url)
}

/** Answers as S3 does when it refuses a request. */
export function refuse(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { 'content-type': 'application/xml' })
  res.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/** Begins an answer to everything, and never ends it. */
export const stallAll: Interceptor = (req, res) => {
  req.resume()
  res.writeHead(200, { 'content-type': 'application/xml', 'content-length': '300000', etag: '"none"' })
  res.write('<?xml version="1.0" encoding="UTF-8"?>')
}

async function forwardTo(endpoint: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { method, headers, url = '/' } = req
  const forwarded = request(new URL(url, endpoint), { method, headers })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  forwarded.on('response', resolve).on('error', reject)
  await pipeline(req, forwarded)
  const answer = await promise
  res.writeHead(answer.statusCode ?? 500, answer.headers)
  await pipeline(answer, res)
}
