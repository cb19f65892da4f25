; What electron-builder's installer does not do by itself: `foyer` in a terminal.

!macro changePath Change
  nsExec::Exec `powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\bin\path.ps1" -Change ${Change} -Folder "$INSTDIR\bin" -Users $installMode`
  Pop $0
  ${If} $0 != 0
    DetailPrint "foyer could not be changed on the PATH: $0"
  ${EndIf}
!macroend

!macro customInstall
  !insertmacro changePath add
!macroend

!macro customUnInstall
  ; A newer version that takes this one's place keeps it.
  ${IfNot} ${isUpdated}
    !insertmacro changePath remove
  ${EndIf}
!macroend
