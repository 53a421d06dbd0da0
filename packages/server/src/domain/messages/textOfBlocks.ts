import type { Block } from '@rivulet/blocks/types'
import { type MrkdwnNames, mrkdwnInSteps } from '@rivulet/blocks/mrkdwn'
import { finish } from '@rivulet/blocks/steps'
import type { Pace } from '#domain/pace'
import type { Db } from '#store/db'

/** A message that names more channels than this gets only the ids of the others. */
const maxNames = 200

/** [RT-14] The `text` of a message with these blocks. Public channels have their names: everybody may know those. */
export async function textOfBlocks(db: Db, teamId: string, blocks: readonly Block[], pace?: Pace): Promise<string> {
  const write = (names: MrkdwnNames) => {
    const steps = mrkdwnInSteps(blocks, names)
    return pace ? pace.run(steps) : finish(steps)
  }
  const ids = new Set<string>()
  const text = await write({
    channel(id) {
      ids.add(id)
      return undefined
    },
  })
  if (ids.size === 0) return text
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('id', 'in', [...ids].slice(0, maxNames))
    .where('kind', '=', 'public')
    .where('deleted', '=', false)
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return write({ channel: (id) => names.get(id) || undefined })
}
