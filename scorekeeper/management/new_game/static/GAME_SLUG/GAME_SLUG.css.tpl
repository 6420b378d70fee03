/* GAME_TITLE: its colour by day and by night. docs/look.md says what contrast it needs. */
@layer game {
  :root { --accent: var(--day, #4a4842) var(--night, #c9c4b4); }
}
