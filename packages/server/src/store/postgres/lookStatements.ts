import { changingKindsSql } from './logStatement.ts'

/**
 * The rows of the teams that have moved since an earlier look, and where the next look begins. A row that was written by a
 * transaction below the horizon was seen already: all of these had ended. The age of a transaction counts back from now, so
 * it can be compared although its number is one of 32 bits. A server that was started anew, or is another one, may have
 * lost what was seen: then all rows come. There is one row without a team if none has moved.
 */
export const moved = `
with here as (
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon, pg_postmaster_start_time()::text as server,
    pg_is_in_recovery() as is_standby, extract(epoch from clock_timestamp())::float8 * 1000 as now
)
select horizon, server, is_standby, now, team_id, last, changed, history from here left join team_log t
on $1::text is distinct from server or $2::bigint > horizon or age(t.xmin) <= age(($2::bigint % 4294967296)::text::xid)`

/** What has changed in teams after a number of each. There are few changes, between very many deltas. */
export const changesAfter = `
select kind, team_id, channel_id, ts, subject from unnest($1::text[], $2::bigint[]) as t (team, after)
join log on team_id = team and seq > after where kind in (${changingKindsSql}) order by seq`

/**
 * Gives a log another history if it ends before a number that was known to be committed: PostgreSQL has lost what came
 * after. That was known before the question, so nobody can only be ahead of it. One process does it for all.
 */
export const judge = `
update team_log set history = history + 1 where team_id = $1 and last < $2::bigint and history = $3::bigint
returning team_id, last, changed, history`

/**
 * The timeline of PostgreSQL: a standby that takes over begins another one, and may lack what was committed last. A database that
 * does not say (an offer in the cloud) is asked in vain.
 */
export const timelineNow = `
select pg_postmaster_start_time()::text as server, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
  (select value from meta where key = 'timeline') as noted`

/**
 * Notes the timeline `$1` in the database. If another one is noted there, and `$2` says so, each log gets another history. Who is
 * first does it for all.
 */
export const noteTimeline = `
with other as (update meta set value = $1 where key = 'timeline' and value <> $1 returning key),
  first as (insert into meta (key, value) values ('timeline', $1) on conflict (key) do nothing),
  logs as (select team_id as team from team_log where $2::boolean and exists (select from other) order by team_id for update)
update team_log set history = history + 1 from logs where team_id = team`
