import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished, vi } from 'vitest'

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
