import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDirectory, scout } from '#testing/server/appDirectory'

describe('what rivulet app install says and does', () => {
  test('[APP-2] does not make one app of two that have one name', async () => {
    const { served, installed, run, write, cwd } = createDirectory()
    await served('dev')
    const first = await installed()
    writeFileSync(join(cwd, 'other.json'), JSON.stringify({ ...scout, features: {} }))

    const refused = await run('app', 'install', 'other.json')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(
      `There is already an app "Scout" (${first.app_id}), which was installed from ${join(realpathSync(cwd), 'manifest.json')}`,
    )
    expect(refused.err).toContain('--update')

    for (const consent of [['--update'], ['--app', first.app_id]])
      expect(await run('app', 'install', 'other.json', ...consent)).toMatchObject({ code: 0 })
    expect(await run('app', 'install', 'manifest.json')).toMatchObject({ code: 1 })
    write({ ...scout, features: {} })
    expect(await installed()).toMatchObject({ app_id: first.app_id, updated: true })
  })

  test('[APP-2] asks before it changes an app of the workspace file', async () => {
    const { served, run, write } = createDirectory()
    await served('dev')
    write({ display_information: { name: 'Owl' } })
    expect(await run('app', 'install', 'manifest.json')).toMatchObject({ code: 1 })
    expect(await run('app', 'install', 'manifest.json', '--update')).toMatchObject({ code: 0 })
  })

  test('[APP-12] prints client id and secret as comments unless people install the app with OAuth', async () => {
    const { served, run, write, installed } = createDirectory()
    await served('dev')
    const { environment } = await installed()
    expect(Object.keys(environment)).toEqual([
      'SLACK_API_URL',
      'SLACK_BOT_TOKEN',
      'SLACK_APP_TOKEN',
      'SLACK_SIGNING_SECRET',
    ])
    const { out } = await run('app', 'install', 'manifest.json')
    expect(out).toMatch(/^ {4}export SLACK_SIGNING_SECRET=.*\n {4}# Only .*\n {4}# export SLACK_CLIENT_ID=/m)
    expect((await run('env', '--app', 'scout', '--dotenv')).out).toMatch(/^SLACK_SIG.*\n# .*\n# SLACK_CLIENT_ID=/m)

    write({ ...scout, oauth_config: { redirect_urls: ['https://scout.example/back'] } })
    const withOAuth = await installed()
    expect(withOAuth.environment).toMatchObject({ SLACK_CLIENT_ID: expect.any(String) })
    expect((await run('env', '--app', 'scout')).out).toMatch(/^export SLACK_CLIENT_SECRET=/m)
    expect((await run('env', '--app', 'scout')).out).not.toContain('#')
  })

  test('[APP-13] says what an app over HTTP gets, where it goes, and which events are never sent', async () => {
    const event_subscriptions = {
      request_url: 'https://scout.example/events',
      bot_events: ['message.im', 'grid_migration_started'],
    }
    const { served, run } = createDirectory({ ...scout, settings: { event_subscriptions } })
    await served('dev')
    const { out } = await run('app', 'install', 'manifest.json')
    expect(out).toContain('  Events   message.im, to https://scout.example/events\n')
    expect(out).toContain('  Not sent grid_migration_started: this server has no such events.\n')
    expect(out).not.toContain('SLACK_APP_TOKEN')
    const environment = await run('env', '--app', 'scout')
    expect(environment.out).not.toContain('SLACK_APP_TOKEN')
    expect(environment.err).toBe('')
  })

  test('[APP-13] repeats in its hint where the server is', async () => {
    const { served, run } = createDirectory()
    const { url } = await served('dev', '--data', 'there')
    for (const where of [
      ['--data', 'there'],
      ['--url', url],
    ]) {
      const { out } = await run('app', 'install', 'manifest.json', '--team', 'acme', ...where)
      expect(out).toContain(`\`rivulet env --app Scout ${where.join(' ')} --team acme\` prints these again`)
      expect(await run('env', '--app', 'Scout', ...where, '--team', 'acme')).toMatchObject({ code: 0 })
    }
  })
})
