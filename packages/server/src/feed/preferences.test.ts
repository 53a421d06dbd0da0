import { expect, test } from 'vitest'
import { changePreferences, findPreferences } from '#domain/people/profile/preferences'
import { onBothDatabases } from '#testing/database/databases'
import { startFeedServer } from '#testing/feed/feedServer'
import { connectViewer } from '#testing/feed/viewer'
import { actionsOn, loadAcme } from '#testing/workspace/domain'

onBothDatabases('preferences', (open) => {
  test('[WEB-16] are kept for each person; what is not changed stays', async () => {
    const { store } = await loadAcme(open)
    const { findPerson } = actionsOn(store)
    const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
    await store.write((tx) => changePreferences(tx, ana, { theme: 'dark', clock: '24' }))
    await store.write((tx) => changePreferences(tx, ana, { theme: 'light' }))
    expect(await findPreferences(store.db, ana)).toEqual({ theme: 'light', clock: '24' })
    expect(await findPreferences(store.db, ben)).toEqual({})
  })
})

test('[WEB-16] every browser of a person, and nobody else, learns what they prefer', async () => {
  const { url } = await startFeedServer()
  const [ana, other, ben] = [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0BEN'),
  ]
  expect(ana.firstFrame).toMatchObject({ preferences: {} })
  ana.send({ type: 'prefer', id: '1', theme: 'dark', density: 'compact' })
  expect(await ana.next((frame) => 'id' in frame && frame.id === '1')).toMatchObject({ type: 'saved' })
  expect(await other.next((frame) => frame.type === 'preferences')).toMatchObject({
    preferences: { theme: 'dark', density: 'compact' },
  })
  const { firstFrame } = await connectViewer(url, 'U0ANA')
  expect(firstFrame).toMatchObject({ preferences: { theme: 'dark', density: 'compact' } })
  ben.send({ type: 'prefer', id: '2', clock: '24' })
  await ben.next((frame) => frame.type === 'preferences')
  expect(ben.frames.filter((frame) => frame.type === 'preferences')).toMatchObject([{ preferences: { clock: '24' } }])
})
