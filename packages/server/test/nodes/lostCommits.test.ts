import { expect, test } from 'vitest'
import { connectViewer } from '#testing/feed/viewer'
import { postgres } from '#testing/database/postgres'
import { createNodes, say } from '#testing/nodes/nodes'

test.skipIf(!postgres)(
  '[NOD-9] who saw what PostgreSQL has lost since is sent everything anew, and sees what comes then',
  async () => {
    const { launch, query, unexpectedErrors } = await createNodes()
    const [first, second] = [await launch(), await launch()]
    const kept = await say(first, 'Kept')
    const [team] = await query(`select last from team_log where team_id = 'T0ACME'`)
    const viewers = [await connectViewer(first.url, 'U0ANA'), await connectViewer(second.url, 'U0BEN')]
    for (const viewer of viewers) await viewer.open('C0HELP')
    const lost = await say(first, 'Lost')
    for (const viewer of viewers) await viewer.until(() => viewer.messages.has(lost))

    // As if a standby had taken over that had not got the last message.
    await query('delete from log where team_id = $1 and seq > $2', ['T0ACME', team?.['last']])
    await query('delete from messages where ts = $1', [lost])
    await query(`update team_log set last = $1, changed = least(changed, $1) where team_id = 'T0ACME'`, [
      team?.['last'],
    ])

    // Both nodes have noticed before anybody writes: what is written before has a number that was known already.
    for (const viewer of viewers) expect(await viewer.closed).toMatchObject({ code: 1012 })
    for (const [i, user] of ['U0ANA', 'U0BEN'].entries()) {
      const viewer = viewers[i]!
      const { seq = 0, epoch = '' } = viewer.frames.findLast((frame) => 'seq' in frame && 'epoch' in frame) as {
        seq?: number
        epoch?: string
      }
      const again = await connectViewer([first, second][i]!.url, user, { after: seq, epoch, watching: ['C0HELP'] })
      expect(again.firstFrame).toMatchObject({ type: 'welcome', reset: 'other_epoch' })
      await again.open('C0HELP')
      expect([...again.messages.keys()]).toContain(kept)
      expect([...again.messages.keys()]).not.toContain(lost)
      const next = await say(second, `After it, for ${user}`)
      await again.until(() => again.messages.has(next))
    }
    expect(unexpectedErrors).toEqual([])
  },
)
