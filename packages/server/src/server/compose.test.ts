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

  test('[KEY-6] has the programs of PostgreSQL that a backup needs, in the version of its database', () => {
    const version = /^postgres:(\d+)$/.exec(compose.services.postgres.image)?.[1]
    const lastStage = readFileSync(packageFile('../../Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1)
    expect(lastStage).toContain(`postgresql-client-${version}`)
    expect(compose.services.node1.volumes).toContain('./backup:/backup')
  })

  test('keeps what only root or the servers can read, and the passwords in it, out of the image', () => {
    const left = readFileSync(packageFile('../../.dockerignore'), 'utf8').split('\n')
    expect(left).toEqual(expect.arrayContaining(['backup', '.env', '*.yaml', '*.yml']))
  })

  test('makes no directory in the place of a workspace file that is missing', () => {
    const mounts: (string | { target: string })[] = compose.services.node1.volumes
    expect(mounts.filter((mount) => typeof mount === 'object')).toEqual([
      expect.objectContaining({ target: '/etc/rivulet/workspace.yaml', bind: { create_host_path: false } }),
    ])
  })

  test('[SES-6] lets no caller say its own address', () => {
    expect(compose.configs.caddyfile.content).toContain('header_up -Forwarded')
    expect(compose.services.node1.environment.RIVULET_TRUSTED_PROXIES).toBe('private')
  })
})

test('[SES-6] the proxies of the manual write X-Forwarded-For, and remove Forwarded', () => {
  const page = readFileSync(packageFile('../../docs/operations.md'), 'utf8')
  const all = [...page.matchAll(/```(?:nginx|haproxy)\n(.*?)```/gs)].map(([, example]) => example)
  // One only lists servers.
  const examples = all.filter((example) => !/^upstream \w+ {[^}]*}\n$/.test(example ?? ''))
  expect(examples).toHaveLength(3)
  for (const example of examples) {
    expect(example).toMatch(/set-header X-Forwarded-For %\[src\]|proxy_set_header X-Forwarded-For /)
    expect(example).toMatch(/del-header Forwarded|proxy_set_header Forwarded ""/)
  }
})
