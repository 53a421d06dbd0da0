import { ChevronIcon } from '#ui/icons.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { t } from '#words/t.ts'
import type { KnownPerson } from './sessionApi.ts'
import styles from './SignIn.module.css'

type Props = {
  note: string
  people: readonly KnownPerson[]
  busy: boolean
  onSelect: (person: { team: string; user: string }) => void
}

/** A list of people to choose from, grouped by team. */
export function PersonPicker({ note, people, busy, onSelect }: Props) {
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
                    onClick={() => onSelect({ team, user: person.user })}
                  >
                    <Avatar id={person.user} label={person.real_name || person.name} />
                    <span className={styles['names']}>
                      <span className={styles['realName']}>{person.real_name || person.name}</span>
                      <span className={styles['userName']}>@{person.name}</span>
                    </span>
                    <ChevronIcon className={styles['chevron']} />
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {people.length === 0 && <p className={styles['note']}>{t('The workspace has no people yet.')}</p>}
    </>
  )
}
