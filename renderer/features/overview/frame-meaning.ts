/** What the word frame means, for the titles of the places that use it. */
export const FRAME_MEANING =
  'The frame: the instances whose gold ran and could be judged. The others count neither for nor against a system.';

/** Why a system has no Exec. %. */
export const NOTHING_EXECUTED =
  'No query of this system was executed: none has run yet, its predictions are result tables, or the environment kept all from running.';
