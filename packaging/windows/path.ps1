# Puts a folder on the PATH, or takes it off. What else is there stays as it is written: the installer's
# own language cuts long values off, and .NET's usual way writes %VARIABLES% out.
param(
    [Parameter(Mandatory)] [ValidateSet('add', 'remove')] [string] $Change,
    [Parameter(Mandatory)] [string] $Folder,
    [ValidateSet('CurrentUser', 'all')] [string] $Users = 'CurrentUser'
)
$ErrorActionPreference = 'Stop'
if ($Users -eq 'all') {
    $hive = [Microsoft.Win32.Registry]::LocalMachine
    $name = 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
} else {
    $hive = [Microsoft.Win32.Registry]::CurrentUser
    $name = 'Environment'
}
$key = $hive.OpenSubKey($name, $true)
$path = [string] $key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$folders = @($path -split ';' | Where-Object { $_ -ne '' -and $_.TrimEnd('\') -ne $Folder })
if ($Change -eq 'add') { $folders += $Folder }
$changed = $folders -join ';'
if ($changed -ne $path) {
    $key.SetValue('Path', $changed, 'ExpandString')
    # Tells the programs that run that the environment changed; it removes a variable that isn't there.
    [Environment]::SetEnvironmentVariable('FoyerPathChanged', $null, 'User')
}
