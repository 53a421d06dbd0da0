import { type Kysely, sql } from 'kysely'

interface Before {
  users: { team_id: string; id: string; email: string | null; email_key: string | null }
}

/**
 * The form of each e-mail address by which people are found, because SQLite makes small letters of ASCII alone; and the
 * code for which a webhook was given.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const people = await db
    .selectFrom('users')
    .select(['team_id', 'id', 'email'])
    .where('email', 'is not', null)
    .execute()
  for (const { team_id: teamId, id, email } of people) {
    // Of plain ASCII the statement has made the key.
    if (email === null || !/[^!-~]/.test(email)) continue
    const email_key = email.trim().normalize('NFC').toLowerCase().normalize('NFC')
    await db.updateTable('users').set({ email_key }).where('team_id', '=', teamId).where('id', '=', id).execute()
  }
}

const statements = [
  `alter table users add column email_key text`,
  `update users set email_key = lower(email) where email is not null`,
  `drop index users_by_email`,
  `create index users_by_email_key on users (email_key)`,
  `alter table webhooks add column code text`,
  `create index webhooks_of_code on webhooks (code) where code is not null`,
]
