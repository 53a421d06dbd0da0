import { describe, expect, test } from 'vitest'
import { ana, anaReads, configurationFile, zoe } from '#testing/workspace/appConfiguration'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { create } from './create.ts'
import { exportManifest } from './export.ts'

describe('apps.manifest.export', () => {
  test('[APP-9] returns the whole manifest of an app that is installed in the team', async () => {
    const { call } = await createWorkspace({ file: configurationFile })
    const manifest = { display_information: { name: 'Owl', mood: 'calm' }, other: [1] }
    expect(await call(exportManifest, { app_id: 'A0OWL' }, anaReads)).toEqual({ ok: true, manifest })
  })

  test('[APP-9] returns that of an app that was created in the team, to nobody else', async () => {
    const { call } = await createWorkspace({ file: configurationFile })
    const manifest = { display_information: { name: 'Scout' } }
    const { app_id } = await call(create, { manifest }, ana)
    expect(await call(exportManifest, { app_id }, anaReads)).toEqual({ ok: true, manifest })
    expect(await call(exportManifest, { app_id }, zoe)).toMatchObject({ error: 'app_not_found' })
  })

  const refused: Refusals<typeof exportManifest> = {
    app_not_found: {
      args: { app_id: 'A0OWL' },
      file: configurationFile,
      ...zoe,
      detail: 'the team has no app "A0OWL"',
    },
  }
  test.each(refusalRows(refused))('[APP-9] answers %s', (error, given) => expectRefusal(exportManifest, error, given))
})
