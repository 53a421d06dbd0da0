import { describe, expect, test } from 'vitest'
import { anaReads, configurationFile } from '#testing/workspace/appConfiguration'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { validate } from './validate.ts'

const good = { display_information: { name: 'Scout' }, nobody: { knows: 1 } }

describe('apps.manifest.validate', () => {
  test.each([[good], [JSON.stringify(good)]])('[APP-9] accepts %j', async (manifest) => {
    const { call } = await createWorkspace({ file: configurationFile })
    expect(await call(validate, { manifest }, anaReads)).toEqual({ ok: true })
    expect(await call(validate, { manifest }, { ...anaReads, as: 'form' })).toEqual({ ok: true })
  })

  test('[APP-9] names each fault with its JSON pointer', async () => {
    const { post } = await createWorkspace({ file: configurationFile })
    const manifest = {
      display_information: {},
      features: { slash_commands: [{ command: 'ask', description: 'Asks' }] },
    }
    const { body } = await post(validate, { manifest }, anaReads)
    expect(body).toMatchObject({ ok: false, error: 'invalid_manifest' })
    expect(body['errors']).toEqual([
      {
        code: 'missing_required_property',
        message: 'is missing',
        pointer: '/display_information/name',
        related_component: 'display_information',
      },
      {
        code: 'invalid_property',
        message: 'needs to be a slash and a word, like "/ask"',
        pointer: '/features/slash_commands/0/command',
        related_component: 'slash_commands',
      },
    ])
    expect(body['response_metadata'].messages).toContain('[ERROR] is missing [json-pointer:/display_information/name]')
  })

  const refused: Refusals<typeof validate> = {
    invalid_manifest: { args: { manifest: '[' }, file: configurationFile, ...anaReads, detail: 'not a JSON object' },
  }
  test.each(refusalRows(refused))('[APP-9] answers %s', (error, given) => expectRefusal(validate, error, given))

  test.each([[['list']], ['"text"'], [7], ['['.repeat(1000)]])('[APP-9] refuses %j as a manifest', async (manifest) => {
    const { call } = await createWorkspace({ file: configurationFile })
    expect(await call(validate, { manifest }, anaReads)).toMatchObject({ error: 'invalid_manifest' })
  })
})
