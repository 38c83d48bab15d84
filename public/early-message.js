// A new thread's first message can be written before the console is there: its box stands in the page
// (src/console/shell/new-thread/new-thread-frame.tsx). What is written is kept where the console keeps drafts, Enter is
// remembered, and so are files that are pasted or dropped; src/chat/composer/early-message.ts takes over. A classic
// script in <head>, for this page alone.
;(() => {
  const id = /\/deployments\/([^/]+)\/threads\/new\/?$/.exec(location.pathname)?.[1]
  if (id === undefined) return
  const draft = `quarterdeck.draft.new-${decodeURIComponent(id)}`

  const read = (storage, key) => {
    try {
      return window[storage].getItem(key) ?? ''
    } catch {
      return ''
    }
  }
  const keep = (text) => {
    try {
      if (text === '') sessionStorage.removeItem(draft)
      else sessionStorage.setItem(draft, text)
    } catch {
      // The text still stands in the box.
    }
  }

  // As src/console/threads/inspector/inspector-size.ts has it, so that the box stands where the console's own will.
  const most = Math.max(280, Math.round(innerWidth / 2))
  const width = Number(read('localStorage', 'quarterdeck.inspector-width')) || 330
  document.documentElement.style.setProperty(
    '--inspector',
    `${Math.round(Math.min(most, Math.max(280, width)))}px`,
  )

  // Before the console's own scripts, which wait for the whole page as well.
  document.addEventListener('readystatechange', () => {
    const frame = document.getElementById('early-message')
    const box = frame?.querySelector('textarea')
    const send = frame?.querySelector('button')
    if (document.readyState !== 'interactive' || !box || !send) return
    const isHidden = getComputedStyle(frame).display === 'none'
    // The inspector takes the place of the conversation.
    const isCovered = read('localStorage', 'quarterdeck.inspector-full') === 'full'
    if (isHidden || (isCovered && matchMedia('(min-width: 80rem)').matches)) return frame.remove()

    frame.files = []
    const isEmpty = () => box.value.trim() === '' && frame.files.length === 0
    const look = () => send.setAttribute('aria-disabled', String(isEmpty()))
    const hint = (words) => {
      const line = frame.querySelector('p')
      if (line) line.textContent = words
    }
    const sent = () => {
      if (isEmpty()) return
      frame.dataset.sent = ''
      hint('Goes as soon as the rest of the page is here')
    }
    const keepFiles = (data) => {
      if (!data || data.files.length === 0) return
      frame.files.push({ files: [...data.files], text: data.getData('text/plain') })
      look()
      hint('Its files go along as soon as the rest of the page is here')
    }
    if (box.value === '') box.value = read('sessionStorage', draft)
    look()
    box.addEventListener('input', () => {
      keep(box.value)
      look()
    })
    box.addEventListener('compositionstart', () => {
      frame.dataset.composing = ''
    })
    box.addEventListener('compositionend', () => {
      delete frame.dataset.composing
    })
    box.addEventListener('keydown', (event) => {
      // As src/ui/keys/is-composing.ts has it.
      if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return
      if (event.shiftKey && !event.metaKey && !event.ctrlKey) return
      event.preventDefault()
      sent()
    })
    box.addEventListener('paste', (event) => keepFiles(event.clipboardData))
    frame.addEventListener('dragover', (event) => event.preventDefault())
    frame.addEventListener('drop', (event) => {
      if (event.dataTransfer.files.length > 0) event.preventDefault()
      keepFiles(event.dataTransfer)
    })
    send.addEventListener('click', sent)
    box.focus()
    box.setSelectionRange(box.value.length, box.value.length)
  })
})()
