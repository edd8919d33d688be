import { AnswerPanel } from './parts/answer-panel.tsx'
import { Builder } from './parts/builder.tsx'
import { PaneTabs } from './parts/pane-tabs.tsx'
import { RequestBar } from './parts/request-bar.tsx'
import { TopBar } from './parts/top-bar.tsx'
import { TypeList } from './parts/type-list.tsx'
import { useStore } from './state/store.ts'

export function App() {
  const { description, failure, pane } = useStore()
  const hasTypes = description.value !== null && description.value.types.length > 0
  return (
    <>
      <TopBar />
      {hasTypes ? (
        <>
          <RequestBar />
          <main class="panels" data-pane={pane.value}>
            <PaneTabs />
            <TypeList />
            <section class="middle" id="builder" aria-label="Query builder" tabIndex={-1}>
              <Builder />
            </section>
            <AnswerPanel />
          </main>
        </>
      ) : (
        <main class="alone">
          {description.value === null && failure.value === null ? <Loading /> : <NothingToSee />}
        </main>
      )}
    </>
  )
}

function Loading() {
  return (
    <p class="empty" role="status">
      Reading the content types…
    </p>
  )
}

/** The public role of a new project may find nothing; that is not an error. */
function NothingToSee() {
  const { failure, token } = useStore()
  const isKnown = failure.value === null || failure.value.status < 500
  return (
    <div class="empty" role="status">
      <h1>{isKnown ? 'This caller may not read any content type' : 'The content cannot be read'}</h1>
      <p>
        {!isKnown
          ? `${failure.value?.message}.`
          : token.value === ''
            ? 'The public role may not find any content type.'
            : 'This token is not valid, or may not find any content type.'}
      </p>
      {isKnown && (
        <p>
          Type an API token under “Asking as”, or allow the public role to read:{' '}
          <code>lectern role allow public api::article.article.find</code>
        </p>
      )}
    </div>
  )
}
