import { expect, test } from 'vitest'
import { startServer } from '#testing/server/server'

test('GET /control/names says what ids are called, and leaves out what is nothing', async () => {
  const { request } = await startServer()
  const ids = ['U0ANA', 'A0SCOUT', 'C0HELP', 'D0ANASCOUT', 'C0NOWHERE', '__proto__'].map((id) => `&ids=${id}`).join('')
  const { body } = await request('GET', `/control/names?team=T0ACME${ids}`)
  expect(body).toEqual({
    names: {
      U0ANA: { kind: 'person', name: 'Ana', handle: 'ana' },
      A0SCOUT: { kind: 'app', name: 'Scout', bot: 'U0SCOUT' },
      C0HELP: { kind: 'channel', name: '#help-desk' },
      D0ANASCOUT: { kind: 'channel', name: 'Ana, Scout' },
    },
  })
  expect((await request('GET', '/control/names?team=T0GLOBEX&ids=U0ANA')).body).toEqual({ names: {} })
  expect((await request('GET', '/control/names?team=T0ACME')).status).toBe(400)
})

test('GET /control/explain says what an error of a method means, why it comes and what to do', async () => {
  const { request } = await startServer()
  const explain = async (method: string, error: string) =>
    (await request('GET', `/control/explain?method=${method}&error=${error}`)).body
  const whole = { wrong: expect.any(String), cause: expect.any(String), remedy: expect.any(String) }
  expect(await explain('chat.delete', 'cant_delete_message')).toEqual({ meaning: whole })
  expect(await explain('unknown.method', 'invalid_auth')).toMatchObject({ meaning: { wrong: expect.any(String) } })
  expect(await explain('chat.delete', 'constructor')).toEqual({ meaning: null })
})
