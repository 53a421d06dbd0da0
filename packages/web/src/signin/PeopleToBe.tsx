import { ChevronIcon } from '#app/icons.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import type { Person } from './session.ts'
import styles from './SignIn.module.css'

type Props = {
  note: string
  people: readonly Person[]
  busy: boolean
  onPick: (who: { team: string; user: string }) => void
}

/** People to choose from, by team. */
export function PeopleToBe({ note, people, busy, onPick }: Props) {
  const teams = [...new Map(people.map((person) => [person.team, person.team_name]))]
  return (
    <>
      <p className={styles['note']}>{note}</p>
      {teams.map(([team, name]) => (
        <section key={team} className={styles['team']} aria-label={name}>
          <h2 className={styles['teamName']}>{name}</h2>
          <ul className={styles['people']}>
            {people
              .filter((person) => person.team === team)
              .map((person) => (
                <li key={person.user}>
                  <button
                    type="button"
                    className={styles['person']}
                    disabled={busy}
                    aria-label={`${person.real_name || person.name} @${person.name}`}
                    onClick={() => onPick({ team, user: person.user })}
                  >
                    <Avatar id={person.user} label={person.real_name || person.name} />
                    <span className={styles['names']}>
                      <span className={styles['real']}>{person.real_name || person.name}</span>
                      <span className={styles['short']}>@{person.name}</span>
                    </span>
                    <ChevronIcon className={styles['go']} />
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {people.length === 0 && <p className={styles['note']}>The workspace has no people yet.</p>}
    </>
  )
}
