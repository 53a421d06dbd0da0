import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageFile } from '#packageFile'
import { startServer } from '#testing/server/server'

test.each([true, false])('GET /openapi.json answers the file, to anybody (development: %s)', async (dev) => {
  const { request } = await startServer({ dev })
  const { status, headers, text } = await request('GET', '/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(text).toBe(readFileSync(packageFile('openapi.json'), 'utf8'))
})
