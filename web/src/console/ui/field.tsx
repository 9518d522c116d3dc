import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** The kind of on-screen keyboard that a phone shows for this field. */
  readonly mode?: 'text' | 'email' | 'tel' | 'url';
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly max?: number;
}

/** One field of a form. Screen readers read its hint with it. */
export function Field({
  label,
  name,
  value,
  onInput,
  mode = 'text',
  hint,
  placeholder,
  required,
  max = 255,
}: FieldProps) {
  const id = useId();
  return (
    <div class="hinted">
      <label>
        {label}
        <input
          class="field"
          inputMode={mode}
          dir={mode === 'text' ? undefined : 'ltr'}
          name={name}
          value={value}
          maxLength={max}
          required={required === true}
          autocomplete="off"
          spellcheck={false}
          {...(placeholder !== undefined && { placeholder })}
          {...(hint !== undefined && { 'aria-describedby': id })}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </label>
      {hint !== undefined && (
        <small id={id} class="dim">
          {hint}
        </small>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly id?: string;
  readonly name: string;
  readonly of: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChoice: (value: string) => void;
}

/** A field for choosing one of several values from a menu. */
export const Choice = ({ id, name, of, value, onChoice }: ChoiceProps) => (
  <select
    id={id}
    class="field"
    name={name}
    value={value}
    onChange={({ currentTarget }) => onChoice(currentTarget.value)}
  >
    {Object.entries(of).map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
);

interface TicksProps {
  readonly legend: string;
  /** The values to choose from, each with an explanation. */
  readonly of: readonly (readonly [name: string, meaning: string | undefined])[];
  readonly chosen: readonly string[];
  readonly onChoice: (chosen: readonly string[]) => void;
}

/** A field for choosing several values, which are shown by their names in the API. */
export const Ticks = ({ legend, of, chosen, onChoice }: TicksProps) => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
    {of.map(([name, meaning]) => (
      <label key={name}>
        <input
          type="checkbox"
          name={name}
          checked={chosen.includes(name)}
          onChange={({ currentTarget }) =>
            onChoice(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
          }
        />
        <span>
          <span class="mono">{name}</span> <small class="dim">{meaning}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
