import styles from './Conversation.module.css'

/** While the first messages are on their way. */
export function Skeleton() {
  return (
    <div className={styles['skeleton']} role="status" aria-label="Loading messages">
      {[62, 44, 78, 30].map((width) => (
        <div key={width} className={styles['ghost']}>
          <span />
          <span style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  )
}
