<svg class="icon" viewBox="0 0 64 64" aria-hidden="true"><path stroke="#7d7a70" d="M14 14H50V50H14ZM24 24H25M40 24H41M32 32H33M24 40H25M40 40H41"/></svg>
