<svg class="icon" viewBox="0 0 64 64" aria-hidden="true"><path stroke="#7d7a70" d="M14 14H50V50H14ZM21 24A3 3 0 1 0 27 24 3 3 0 1 0 21 24M37 40A3 3 0 1 0 43 40 3 3 0 1 0 37 40"/></svg>
