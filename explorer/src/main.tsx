import { render } from 'preact'
import { App } from './app.tsx'
import { createStore, StoreContext } from './state/store.ts'
import './style/tokens.css'
import './style/base.css'
import './style/controls.css'
import './style/frame.css'
import './style/builder.css'
import './style/extensions.css'
import './style/answer.css'
import './style/entries.css'
import './style/narrow.css'

const store = createStore()
const root = document.getElementById('app')
if (root === null) throw new Error('the page has no place for the app')
root.replaceChildren()
render(
  <StoreContext.Provider value={store}>
    <App />
  </StoreContext.Provider>,
  root,
)
void store.load()
