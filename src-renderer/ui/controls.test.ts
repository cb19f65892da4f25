import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import Button from './Button.svelte';
import Field from './Field.svelte';
import Segmented from './Segmented.svelte';
import Select from './Select.svelte';
import Switch from './Switch.svelte';

const words = (text: string) => createRawSnippet(() => ({ render: () => `<span>${text}</span>` }));

describe('Button', () => {
  it('takes no click while it is busy, but keeps its focus', async () => {
    const onclick = vi.fn();
    const props = { onclick, children: words('Publish') };
    const { rerender } = render(Button, props);
    const button = screen.getByRole('button', { name: 'Publish' });
    await userEvent.click(button);
    expect(onclick).toHaveBeenCalledTimes(1);

    await rerender({ ...props, busy: true });
    await userEvent.click(button);
    expect(onclick).toHaveBeenCalledTimes(1);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
  });

  it('does not send its form while it is busy', async () => {
    const form = document.createElement('form');
    document.body.append(form);
    const onsubmit = vi.fn((event: Event) => event.preventDefault());
    form.addEventListener('submit', onsubmit);
    render(
      Button,
      { props: { type: 'submit', busy: true, children: words('Send') } },
      { baseElement: form },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onsubmit).not.toHaveBeenCalled();
    form.remove();
  });
});

describe('Field', () => {
  const control = createRawSnippet<
    [{ id: string; describedBy: string | undefined; invalid: boolean }]
  >((tie) => ({
    render: () =>
      `<input id="${tie().id}" aria-describedby="${tie().describedBy}" aria-invalid="${tie().invalid}">`,
  }));

  it('ties the label and the hint to the control', () => {
    render(Field, { label: 'Workspace ID', hint: 'Under Settings.', children: control });
    const input = screen.getByLabelText('Workspace ID');
    expect(input).toHaveAccessibleDescription('Under Settings.');
    expect(input).toBeValid();
  });

  it('puts the reason in place of the hint', () => {
    render(Field, {
      label: 'Base address',
      hint: 'It ends in v1.',
      error: 'This is no address.',
      children: control,
    });
    const input = screen.getByLabelText('Base address');
    expect(input).toHaveAccessibleDescription('This is no address.');
    expect(input).toBeInvalid();
    expect(screen.queryByText('It ends in v1.')).not.toBeInTheDocument();
  });
});

describe('Segmented', () => {
  const options = [
    { value: 'none', label: 'None' },
    { value: 'medium', label: 'Medium' },
    { value: 'large', label: 'Large' },
  ];

  it('chooses by arrow keys, round the ends, and is one stop for Tab', async () => {
    const onchange = vi.fn((value: string) => void shown.rerender({ value }));
    const shown = render(Segmented, { label: 'Roundness', options, value: 'medium', onchange });
    await userEvent.tab();
    expect(screen.getByRole('radio', { name: 'Medium' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: 'Large' })).toBeChecked();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: 'None' })).toHaveFocus();
    expect(onchange.mock.calls).toEqual([['large'], ['none']]);
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  it('says nothing when the chosen one is clicked again', async () => {
    const onchange = vi.fn();
    render(Segmented, { label: 'Roundness', options, value: 'medium', onchange });
    await userEvent.click(screen.getByRole('radio', { name: 'Medium' }));
    expect(onchange).not.toHaveBeenCalled();
  });
});

describe('Select', () => {
  const props = {
    label: 'Text size',
    options: ['100', '150', '200'].map((value) => ({ value, label: `${value} %` })),
    value: '100',
  };
  const select = () => screen.getByRole('combobox', { name: 'Text size' });

  it('shows what was chosen, once that holds', async () => {
    const onchange = vi.fn((value: string) => void shown.rerender({ value }));
    const shown = render(Select, { ...props, onchange });
    expect(select()).toHaveValue('100');
    await userEvent.selectOptions(select(), '150');
    await userEvent.selectOptions(select(), '200');
    expect(select()).toHaveValue('200');
    expect(onchange.mock.calls).toEqual([['150'], ['200']]);
  });

  it('shows what holds where another choice was refused, and asks for that again', async () => {
    const onchange = vi.fn();
    render(Select, { ...props, onchange });
    for (const _time of ['first', 'second']) {
      await userEvent.selectOptions(select(), '150');
      expect(select()).toHaveValue('100');
    }
    expect(onchange.mock.calls).toEqual([['150'], ['150']]);
  });
});

describe('Switch', () => {
  it('is switched by the keyboard', async () => {
    const onchange = vi.fn((checked: boolean) => void shown.rerender({ checked }));
    const shown = render(Switch, { label: 'Bot avatar', checked: false, onchange });
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('switch', { name: 'Bot avatar' })).toBeChecked();
    expect(onchange).toHaveBeenCalledExactlyOnceWith(true);
  });
});

it('Segmented: what is chosen already is not asked for again, also after another one was taken back', async () => {
  const onchange = vi.fn();
  const props = {
    label: 'Frame',
    options: ['phone', 'wide'].map((value) => ({ value, label: value })),
    onchange,
  };
  const { rerender } = render(Segmented, { ...props, value: 'phone' });
  await userEvent.click(screen.getByRole('radio', { name: 'wide' }));
  await rerender({ value: 'wide' });
  await rerender({ value: 'phone' });
  await userEvent.click(screen.getByRole('radio', { name: 'phone' }));
  expect(onchange.mock.calls).toEqual([['wide']]);
});
