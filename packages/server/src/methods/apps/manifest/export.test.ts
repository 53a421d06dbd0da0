import { describe, expect, test } from 'vitest'
import { ana, anaReads, configuration, zoe } from '#testing/workspace/configuration'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { aWorkspace } from '#testing/workspace/workspace'
import { create } from './create.ts'
import { exportManifest } from './export.ts'

describe('apps.manifest.export', () => {
  test('[APP-9] gives all that was in the manifest of an app that is installed in the team', async () => {
    const { call } = await aWorkspace({ file: configuration })
    const manifest = { display_information: { name: 'Owl', mood: 'calm' }, other: [1] }
    expect(await call(exportManifest, { app_id: 'A0OWL' }, anaReads)).toEqual({ ok: true, manifest })
  })

  test('[APP-9] gives that of an app that was made in the team, to nobody else', async () => {
    const { call } = await aWorkspace({ file: configuration })
    const manifest = { display_information: { name: 'Scout' } }
    const { app_id } = await call(create, { manifest }, ana)
    expect(await call(exportManifest, { app_id }, anaReads)).toEqual({ ok: true, manifest })
    expect(await call(exportManifest, { app_id }, zoe)).toMatchObject({ error: 'app_not_found' })
  })

  const refused: Refusals<typeof exportManifest> = {
    app_not_found: { args: { app_id: 'A0OWL' }, file: configuration, ...zoe, says: 'the team has no app "A0OWL"' },
  }
  test.each(eachOf(refused))('[APP-9] answers %s', (error, given) => expectRefusal(exportManifest, error, given))
})
