import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageFile } from '#packageFile'

const text = readFileSync(packageFile('../../compose.yaml'), 'utf8')
const compose = parse(text, { merge: true })

// Docker is not needed for what these say.
describe('compose.yaml', () => {
  test('leaves out a server for what its /health/ready says, and never for an answer to one caller', () => {
    const caddyfile: string = compose.configs.caddyfile.content
    expect(caddyfile).toContain('health_uri /health/ready')
    expect(caddyfile).not.toMatch(/unhealthy_|fail_duration/)
  })

  test('does not give up a server that migrates its database for long', () => {
    expect(compose.services.node1.healthcheck.start_period).toBe('1h')
  })
})
