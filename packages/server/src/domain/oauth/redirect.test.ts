import { describe, expect, test } from 'vitest'
import { findRedirectUri } from './redirect.ts'

const registered = ['https://scout.example/slack', 'http://127.0.0.1:3000/']

describe('[APP-6] the redirect URI', () => {
  test.each([
    undefined,
    'https://scout.example/slack',
    'https://scout.example/slack?from=a',
    'https://scout.example/slack/oauth_redirect',
    'http://127.0.0.1:3000/anything',
  ])('may be %s', (asked) => {
    expect(findRedirectUri(asked, registered)).toBe(asked ?? 'https://scout.example/slack')
  })

  test.each([
    '',
    'nothing',
    'https://scout.example/',
    'https://scout.example/slackers',
    'http://scout.example/slack',
    'https://scout.example:8443/slack',
    'https://evil.example/slack',
    'https://scout.example.evil.example/slack',
    'https://scout.example@evil.example/slack',
    'https://me:pw@scout.example/slack',
    'https://scout.example/slack/../other',
    'https://scout.example/slack/%2e%2e/other',
    'https://scout.example/slack/%2E%2E%2Fother',
    'https://scout.example/slack/..%5cother',
    'https://scout.example/slack#fragment',
    'javascript:alert(1)//scout.example/slack',
    'http://127.0.0.1:3001/',
  ])('may not be %s', (asked) => {
    expect(() => findRedirectUri(asked, registered)).toThrow('bad_redirect_uri')
  })

  test('is refused if the manifest has no redirect URL', () => {
    expect(() => findRedirectUri('https://scout.example/slack', [])).toThrow('bad_redirect_uri')
  })
})
