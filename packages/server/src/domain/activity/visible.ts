import { type SelectQueryBuilder, sql } from 'kysely'

/** [PLA-1] What is `about` public channels, and those that the person is in. */
export function inVisibleChannels<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  userId: string,
): SelectQueryBuilder<DB, TB, Row> {
  return query.where(
    sql<boolean>`exists (select 1 from channels where channels.team_id = about.team_id
      and channels.id = about.channel_id and not channels.deleted and (channels.kind = 'public' or exists (
        select 1 from members where members.team_id = about.team_id and members.channel_id = about.channel_id
          and members.user_id = ${userId})))`,
  )
}
